// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import TestSupport
import Testing

/// The app and the extension, or several instances of it, at work on one store at the same moment.
@Suite struct RaceTests {
    private static let rounds = LongRun.isOn ? 100 : 3
    /// Where the extension lives, and whether two pushes are handled at once.
    private static let places = Hosting.allCases.flatMap { hosting in
        DeviceProfile.Instances.allCases.map { (hosting, $0) }
    }

    /// Waits until the extension has done all that it does of so many pushes.
    private func settle(_ scene: Scene, deliveries: Int) async throws {
        try await until {
            (scene.folder.read(.reports)?.split(separator: "\n").count ?? 0) >= deliveries
        }
        try scene.folder.write(.reports, nil)
    }

    @Test(.rules("C-13"), arguments: places)
    func `the backlog is shown once, whether app or extension comes to it first`(
        _ hosting: Hosting,
        _ instances: DeviceProfile.Instances
    ) async throws {
        let scene = try Scene(hosting) { $0.instances = instances }
        for round in 0..<Self.rounds {
            // A run that was killed has claimed a message, and two came while the phone was locked.
            let left = try await scene.seal("Left [\(round)]", oneTime: round % 2 == 0)
            let claimed = try scene.phone.receiver().receive(left.payload, now: Phone.now)
            #expect(claimed.outcome == .opened)
            try scene.passMinute()
            scene.setLocked(true)
            for number in 0..<2 { try await scene.deliver("Deferred \(number) [\(round)]") }
            scene.setLocked(false)
            let next = [
                try await scene.seal("One [\(round)]"),
                try await scene.seal("Two [\(round)]", oneTime: true),
            ]
            async let posted = scene.post(afterMinute: false)
            async let first = scene.deliver(next[0])
            async let second = scene.deliver(next[1])
            let reports = try await (posted, first, second)
            #expect(reports.0.failures == [])
            try await settle(scene, deliveries: 4)
            let all = ["Left", "Deferred 0", "Deferred 1", "One", "Two"].map { "\($0) [\(round)]" }
            for _ in 0..<2 {
                // What an extension takes away at its end goes some time after the call.
                try await until(else: "\(scene.listed)") {
                    scene.listed.filter { $0.hasSuffix("[\(round)]") }.sorted() == all.sorted()
                }
                try await scene.post()
            }
            #expect(scene.appearances(of: "Left [\(round)]").alerting == 0)
            for text in [
                "Deferred 0 [\(round)]", "Deferred 1 [\(round)]", "One [\(round)]",
                "Two [\(round)]",
            ] {
                #expect(scene.appearances(of: text).alerting == 1, "\(text)")
            }
        }
    }

    @Test(.rules("T-2 T-3"), arguments: places)
    func `a push that comes twice at once, while the app posts, alerts once`(
        _ hosting: Hosting,
        _ instances: DeviceProfile.Instances
    ) async throws {
        let scene = try Scene(hosting) { $0.instances = instances }
        for round in 0..<Self.rounds {
            let text = "Message \(round)"
            let sealed = try await scene.seal(text, oneTime: round % 2 == 0)
            async let first = scene.deliver(sealed)
            async let second = scene.deliver(sealed)
            async let posted = scene.post(afterMinute: false)
            let reports = try await (first, second, posted)
            #expect(reports.0.handOvers == 1 && reports.1.handOvers == 1)
            try await settle(scene, deliveries: 2)
            try await scene.post()
            #expect(scene.appearances(of: text).alerting == 1)
            #expect(scene.listed.count { $0 == text } == 1)
        }
    }
}
