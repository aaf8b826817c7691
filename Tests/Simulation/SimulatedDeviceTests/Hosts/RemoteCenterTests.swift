// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

struct RemoteCenterTests {
    /// Says on which thread it goes.
    private final class Asker: Sendable {
        let end: @Sendable (pthread_t) -> Void

        init(end: @escaping @Sendable (pthread_t) -> Void) {
            self.end = end
        }

        deinit {
            end(pthread_self())
        }
    }

    @Test func `who asks is heard, and goes, on no thread that receives`() async throws {
        let (ours, theirs) = try FrameChannel.pair()
        let device = FrameChannel(descriptor: theirs)
        let center = RemoteCenter(channel: FrameChannel(descriptor: ours))
        // This thread is the one that receives, as each answer is given here.
        try await Task.detached {
            let receiver = HandedObject(pthread_self())
            for number in 1...2000 {
                let ends = Mutex<[Bool]>([])
                let signal = DispatchSemaphore(value: 0)
                Self.ask(center) { thread in
                    ends.withLock { $0.append(pthread_equal(thread, receiver.object) == 0) }
                    signal.signal()
                }
                guard case .frame = device.receive() else { throw TooSlow() }
                center.take(.settings(.init()), to: number)
                signal.wait()
                #expect(ends.withLock(\.self) == [true])
            }
        }.value
    }

    private static func ask(
        _ center: RemoteCenter,
        end: @escaping @Sendable (pthread_t) -> Void
    ) {
        let asker = Asker(end: end)
        center.settings { _ in withExtendedLifetime(asker) {} }
    }
}
