// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import UserNotifications

@testable import SimulatedDevice

/// The end of a run, between what is shown and the next push.
struct SessionEndTests {
    /// How a run may end when no call into the extension is open, or one that ends with it.
    enum Ending: CaseIterable {
        case handOver, handOverInside, crash, memory

        var events: [HostEvent] {
            let content = UNMutableNotificationContent().values
            return switch self {
            case .handOver: [.returned, .handedOver(content)]
            case .handOverInside: [.handedOver(content), .returned]
            case .crash: [.crashed("signal 6")]
            case .memory: [.memory(.max)]
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `the clock stands still until the run is closed and the next may begin`(_ ending: Ending) {
        let clock = DeviceClock()
        let settling = Settling(patience: .seconds(60))
        let wasQuiet = Mutex<[Bool]>([])
        let note: @Sendable () -> Void = { wasQuiet.withLock { $0.append(settling.isQuiet) } }
        let session = ExtensionSession(
            profile: DeviceProfile(app: "com.example.app"),
            clock: clock,
            recorder: Recorder(clock: clock),
            settling: settling,
            end: { _, _ in note() },
            close: note,
            depart: {}
        )
        let content = UNMutableNotificationContent().values
        let trigger = UNNotificationTrigger.Values(.push, repeats: false)
        let host = Host(events: [.created, .received] + ending.events)
        session.start(.init(identifier: "a", content: content, trigger: trigger), in: host)
        #expect(wasQuiet.withLock(\.self) == [false, false])
        #expect(settling.isQuiet)
    }

    /// A host that does what it is told as soon as it has the request.
    private struct Host: ExtensionHosting {
        let events: [HostEvent]
        func activity(all: Bool) -> HostActivity { HostActivity() }

        func prepare(
            _ request: UNNotificationRequest.Values,
            info: InfoPlist,
            telling tell: @escaping @Sendable (HostEvent) -> Void
        ) -> any HostedExtension {
            Hosted { for event in events { tell(event) } }
        }
    }

    private struct Hosted: HostedExtension {
        let run: @Sendable () -> Void

        func launch() {}
        func receive() { run() }
        func warn() {}
        func kill() {}
        func crash() {}
        func release() {}
    }
}
