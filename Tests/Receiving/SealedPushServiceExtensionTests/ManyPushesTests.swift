// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SimulatedDevice
import TestSupport
import Testing

/// What the extension's process takes of memory.
@Suite(.serialized)
struct ManyPushesTests {
    /// `make long` brings 10,000.
    private static let count = LongRun.isOn ? 10_000 : 150

    @Test
    func `pushes to one process are opened, each alerting once, and its memory does not grow`()
        async throws
    {
        let scene = try Scene(.ownProcess)
        var peaks: [Int] = []
        var processes: Set<pid_t?> = []
        for number in 0..<Self.count {
            let report = try await scene.bring(scene.seal("Message \(number)"))
            #expect(report.outcome == .handedOver)
            #expect(report.handOvers == 1)
            #expect(report.shown?.content.body == "Message \(number)")
            #expect(report.shown?.presentation.isAlerting == true)
            #expect(!report.hasCrash)
            processes.insert(scene.processID)
            peaks.append(try #require(report.peakMemory))
        }
        #expect(processes.count == 1 && !processes.contains(nil))
        let tenth = Self.count / 10
        let early = try #require(peaks[tenth..<2 * tenth].max())
        let late = try #require(peaks.suffix(tenth).max())
        #expect(late <= early + (1 << 20), "\(early) grew to \(late)")
    }
}

extension DeliveryReport {
    /// Whether the extension's process ended by itself.
    fileprivate var hasCrash: Bool {
        events.contains { event in
            if case .crashed = event.kind { true } else { false }
        }
    }
}
