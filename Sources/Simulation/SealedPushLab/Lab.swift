// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushAPNs
import SealedPushCoding
package import SimulatedAPNs
import Synchronization

/// A push service and phones on this machine, with all that came to them: what the page shows and
/// what tests ask.
///
/// Everything is in memory, and bounded: the oldest pushes and pictures go.
package final class Lab: Sendable {
    /// The extensions that phones may have, by name.
    package let extensions: [String: LabExtension]
    /// The environment that the push service plays.
    package let environment: PushEnvironment
    /// Tells what changes.
    let events = EventHub()
    let state: Mutex<State>

    /// What all requests share.
    struct State {
        var phones = PhoneList()
        var pushes = PushLog()
        var pictures = PictureStore()
        var faults = FaultList()
        /// The push service, while it runs.
        var server: (any LabPushService)?
        var access: LabAccess?
    }

    /// Creates a lab without phones.
    ///
    /// - Parameters:
    ///   - environment: The environment that the push service plays.
    ///   - extensions: The extensions that phones may have, by name.
    package init(
        environment: PushEnvironment = .production,
        extensions: [String: LabExtension] = [:]
    ) {
        self.environment = environment
        self.extensions = extensions
        state = Mutex(State())
    }

    /// Takes the push service, which tells ``take(_:)`` of each request.
    ///
    /// - Parameters:
    ///   - server: The push service.
    ///   - access: What its clients need.
    package func begin(with server: some LabPushService, _ access: LabAccess) {
        state.withLock { ($0.server, $0.access) = (server, access) }
    }

    /// Ends everything that waits; phones and their extensions go.
    package func end() {
        events.end()
        removeAllPhones()
        state.withLock { ($0.server, $0.access) = (nil, nil) }
    }
}

/// The push service of a lab.
package protocol LabPushService: Sendable {
    /// Changes what it knows of keys and devices, in one step.
    func changeDirectory(_ change: (inout APNsDirectory) -> Void)

    /// Has other things go wrong from now on.
    func play(_ script: FaultScript)
}

extension APNsServer: LabPushService {}

extension Lab {
    /// What goes wrong at present, as it was put.
    var faults: FaultList { state.withLock(\.faults) }

    /// Has other things go wrong from now on.
    func put(_ faults: FaultList) {
        let server = state.withLock { state in
            state.faults = faults
            return state.server
        }
        server?.play(faults.script)
    }

    /// What clients of the push service need, while it runs.
    var access: LabAccess? { state.withLock(\.access) }

    /// A picture of an attachment.
    func picture(_ number: Int) -> Picture? { state.withLock { $0.pictures[number] } }
}
