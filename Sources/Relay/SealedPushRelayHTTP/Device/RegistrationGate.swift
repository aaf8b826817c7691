// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushRelay
import Synchronization

/// Which apps a relay serves, and how fast devices may register without an invitation.
package final class RegistrationGate: Sendable {
    /// Who may register devices of an app.
    package enum Policy: String, Hashable, Sendable, CaseIterable {
        /// Whom the publisher's backend has invited.
        case invited
        /// Every instance of the app, within limits.
        case open
    }

    private let apps: [AppEnvironment: Policy]
    private let time: WorkerTime
    private let open: Mutex<OpenRegistration>

    /// Takes the apps that are served.
    package init(_ apps: [AppEnvironment: Policy], time: WorkerTime = WorkerTime(ContinuousClock()))
    {
        self.apps = apps
        self.time = time
        open = Mutex(OpenRegistration(at: time.now()))
    }

    /// The policy of an app; nil if it is not served.
    func policy(of app: AppEnvironment) -> Policy? { apps[app] }

    /// Takes an uninvited registration, or says how long to wait.
    func register(from network: NetworkPrefix, pending: Int) -> Duration? {
        open.withLock { $0.register(from: network, pending: pending, at: time.now()) }
    }

    /// Notes what became of an activation push.
    package func note(_ outcome: PushOutcome, of app: AppEnvironment) {
        guard apps[app] == .open else { return }
        switch outcome {
        case .accepted: open.withLock { $0.note(wrongToken: false, at: time.now()) }
        case .tokenRefused, .noAddress:
            open.withLock { $0.note(wrongToken: true, at: time.now()) }
        default: break
        }
    }
}
