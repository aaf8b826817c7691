// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ServerStore
import Synchronization

/// Which apps a relay serves, and how fast it pushes codes to tokens that strangers name.
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
    package func policy(of app: AppEnvironment) -> Policy? { apps[app] }

    /// Takes an activation push of any kind, or says how long to wait.
    ///
    /// The devices of an app with invitations are its publisher's affair: nothing brakes them here.
    func push(of app: AppEnvironment, from network: NetworkPrefix) -> Duration? {
        guard apps[app] == .open else { return nil }
        return open.withLock { $0.push(from: network, at: time.now()) }
    }

    /// Notes what became of a push, if it went to a token that a stranger may have named: a token
    /// that was activated says nothing of the others.
    package func note(_ push: OwnPush, _ outcome: PushOutcome, of app: AppEnvironment) {
        switch push {
        case .activation(_, _, .background, _), .activation(_, _, .alert, _): break
        case .activation(_, _, .recall, _), .test: return
        }
        guard apps[app] == .open else { return }
        switch outcome {
        case .accepted: open.withLock { $0.note(wrongToken: false, at: time.now()) }
        case .tokenRefused, .noAddress:
            open.withLock { $0.note(wrongToken: true, at: time.now()) }
        default: break
        }
    }
}
