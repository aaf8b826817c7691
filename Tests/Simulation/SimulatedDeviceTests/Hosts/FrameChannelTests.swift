// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import Synchronization
import Testing

@testable import SimulatedDevice

struct FrameChannelTests {
    private static func pair() throws -> (FrameChannel, FrameChannel) {
        let (one, other) = try FrameChannel.pair()
        return (FrameChannel(descriptor: one), FrameChannel(descriptor: other))
    }

    @Test func `frames of several threads come whole, and each thread's in order`() throws {
        let (one, other) = try Self.pair()
        let sizes = [0, 1, 3, 4, 5, 1000, 70_000, 400_000]
        for sender in 0..<4 as Range<UInt8> {
            Thread.detachNewThread {
                for size in sizes { try? one.send([sender] + [UInt8](repeating: 9, count: size)) }
            }
        }
        var got: [UInt8: [Int]] = [:]
        for _ in 0..<sizes.count * 4 {
            guard case .frame(let frame) = other.receive() else {
                Issue.record("the channel ended")
                return
            }
            got[frame[0], default: []].append(frame.count - 1)
            #expect(frame.dropFirst().allSatisfy { $0 == 9 })
        }
        #expect(got == [0: sizes, 1: sizes, 2: sizes, 3: sizes])
    }

    @Test func `a frame beyond the limit is not sent, and not read`() throws {
        let (one, other) = try Self.pair()
        let frame = [UInt8](repeating: 0, count: FrameChannel.byteLimit + 1)
        let error = #expect(throws: SystemError.self) { try one.send(frame) }
        #expect(error?.code == EMSGSIZE)
        try one.send([7])
        #expect(other.receive() == .frame([7]))
    }

    @Test(
        arguments: [
            ([255, 255, 255, 255], .garbage), ([1, 0, 0, 1], .garbage), ([0, 0], .end), ([], .end),
            ([0, 0, 0, 9, 1, 2], .end), ([0, 0, 0, 0], .frame([])),
        ] as [([UInt8], FrameChannel.Reception)]
    )
    func `what is no frame is told from the end`(
        _ bytes: [UInt8],
        _ expected: FrameChannel.Reception
    ) throws {
        let (one, other) = try FrameChannel.pair()
        let channel = FrameChannel(descriptor: one)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(other, $0.baseAddress, $0.count) }
        close(other)
        #expect(channel.receive() == expected)
    }

    @Test func `what was sent before the end is received, and nothing is sent after it`() throws {
        let (one, other) = try Self.pair()
        try one.send([1])
        try one.send([2])
        other.hangUp()
        #expect(other.receive() == .frame([1]))
        #expect(other.receive() == .frame([2]))
        #expect(other.receive() == .end)
        let error = #expect(throws: SystemError.self) { try one.send([3]) }
        #expect(error?.code == EPIPE)
    }

    @Test func `who takes nothing is given up`() throws {
        let (one, other) = try Self.pair()
        one.limitSending(to: 1)
        let error = #expect(throws: SystemError.self) {
            try one.send([UInt8](repeating: 0, count: FrameChannel.byteLimit))
        }
        #expect(error?.code == EAGAIN)
        withExtendedLifetime(other) {}
    }

    @Test func `a signal interrupts neither side`() throws {
        let (one, other) = try Self.pair()
        var handler = sigaction()
        unsafe handler.__sigaction_handler.sa_handler = { _ in }
        unsafe sigaction(SIGUSR2, &handler, nil)
        let sender = Mutex<pthread_t?>(nil)
        let isDone = Mutex(false)
        let frame = [UInt8](repeating: 5, count: 4 << 20)
        Thread.detachNewThread {
            sender.withLock { $0 = pthread_self() }
            try? one.send(frame)
            // It stays until nobody signals it any more.
            while !isDone.withLock(\.self) { usleep(1000) }
        }
        let receiver = pthread_self()
        Thread.detachNewThread {
            while !isDone.withLock({ isDone in
                if !isDone {
                    pthread_kill(receiver, SIGUSR2)
                    sender.withLock { if let thread = $0 { pthread_kill(thread, SIGUSR2) } }
                }
                return isDone
            }) { usleep(50) }
        }
        #expect(other.receive() == .frame(frame))
        isDone.withLock { $0 = true }
    }
}
