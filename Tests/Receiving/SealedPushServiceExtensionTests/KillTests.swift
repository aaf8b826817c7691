// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import SealedPush
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

/// Extensions that are killed at a step of a delivery: each message is shown in the end, and alerts
/// at most once.
@Suite struct KillTests {
    /// What brings the message to light after the kill.
    enum Rescue: String, CaseIterable, Sendable {
        /// The app is opened.
        case app
        /// Another push comes.
        case nextPush
        /// Both at once.
        case both
        /// The push service brings the same push once more.
        case copy
    }

    /// The steps of a delivery, as `FileCall.letter` writes those on the file system, and the
    /// hand-over.
    private struct Steps {
        let letters: String

        /// The step from which on a kill leaves the message in its claim, from 1: the one after the
        /// claim's link.
        var claimed: Int {
            letters.firstIndex(of: "L").map {
                letters.distance(from: letters.startIndex, to: $0) + 2
            }
                ?? letters.count
        }
    }

    @Test(.rules("T-2 T-3 C-13"), arguments: [true, false], Rescue.allCases)
    func `whatever step a delivery is killed at, its message is shown and alerts once`(
        _ oneTime: Bool,
        _ rescue: Rescue
    ) async throws {
        let steps = try await Self.steps(oneTime: oneTime)
        let scene = try Scene(.ownProcess)
        for step in 1...steps.letters.count {
            let body = "Message \(step)"
            let sealed = try await scene.seal(body, oneTime: oneTime)
            let report = try await Self.deliver(sealed, to: scene, killing: step)
            #expect(report.handOvers <= 1)
            if rescue != .copy { try scene.passMinute() }
            switch rescue {
            case .app: try await scene.post()
            case .nextPush: try await scene.settle(scene.seal("Another \(step)"))
            case .both:
                let another = try await scene.seal("Another \(step)")
                async let posted = scene.post(afterMinute: false)
                async let delivered = scene.settle(another)
                _ = try await (posted, delivered)
            case .copy: break
            }
            if rescue != .copy, step >= steps.claimed {
                #expect(scene.listed.count { $0 == body } == 1, "step \(step), no copy")
                #expect(scene.appearances(of: body).alerting <= 1, "step \(step), no copy")
            }
            // A message that was not claimed is nowhere but in the push: the next copy of it is
            // shown.
            try await scene.settle(sealed)
            try await scene.post()
            let appearances = scene.appearances(of: body)
            #expect(appearances.alerting <= 1, "step \(step)")
            #expect(scene.listed.count { $0 == body } == 1, "step \(step)")
        }
    }

    @Test func `a kill after the hand-over shows nothing twice`() async throws {
        let scene = try Scene(.ownProcess)
        scene.device.profile.fault = .memoryKill(at: .afterHandOver)
        await scene.bring(try await scene.seal("Dinner at eight?"))
        scene.device.profile.fault = nil
        try await scene.post()
        #expect(scene.listed == ["Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?").alerting == 1)
    }

    @Test(.rules("T-10 T-11 T-12 D-30 D-31"))
    func `what a killed run left comes with the next push, quietly`() async throws {
        let scene = try Scene(.ownProcess)
        let sealed = try await scene.seal("Dinner at eight?", oneTime: true)
        // Before its prekey is erased.
        let claimed = try await Self.steps(oneTime: true).claimed
        _ = try await Self.deliver(sealed, to: scene, killing: claimed)
        #expect(scene.listed != ["Dinner at eight?"])
        try scene.passMinute()
        try await scene.settle(scene.seal("And bring wine"))
        #expect(Set(scene.listed) == ["And bring wine", "Dinner at eight?"])
        #expect(scene.appearances(of: "Dinner at eight?") == (1, 0))
        #expect(scene.appearances(of: "And bring wine") == (1, 1))
    }

    @Test func `who waits for a process that has ended hears of that at once`() async throws {
        let scene = try Scene(.ownProcess)
        scene.device.profile.fault = .memoryKill(at: .creation)
        let sealed = try await scene.seal("Dinner at eight?")
        let error = await #expect(throws: TooSlow.self) { try await scene.settle(sealed) }
        #expect(error?.description.contains(": the process ended") == true)
    }

    /// The steps of a delivery that nothing befalls.
    private static func steps(oneTime: Bool) async throws -> Steps {
        let scene = try Scene()
        try scene.folder.write(.steps, "")
        await scene.deliver(try await scene.seal("Counted", oneTime: oneTime))
        try await until { scene.folder.read(.reports) != nil }
        let letters = scene.folder.read(.steps) ?? ""
        // The claim and the erasure durable, the hand-over, the tag: it is the delivery that ships.
        let isWhole =
            oneTime ? letters.contains(/csLuYuyY?hcsRY/) : letters.contains(/csLuYY?hcsRY/)
        try #require(isWhole, "\(letters)")
        return Steps(letters: letters)
    }

    /// Brings a push to the device, whose extension is killed before a step, and waits until it is
    /// over.
    private static func deliver(
        _ sealed: SealedNotification,
        to scene: Scene,
        killing step: Int
    ) async throws -> DeliveryReport {
        // Those before are over, so that the next that is over or killed is this one.
        let before = scene.reportLines.count
        try scene.folder.write(.steps, "")
        try scene.folder.write(.kill, "\(step)")
        let delivery = scene.device.deliver(
            payload: sealed.payload,
            headers: sealed.pushHeaders
        )
        let report = try await scene.end(of: delivery) {
            scene.folder.read(.killed) != nil || scene.reportLines.count > before
        }
        // The device, whose child it is, takes notice of its end.
        let process = scene.folder.read(.killed).flatMap { pid_t($0) }
        if let process { try await until { kill(process, 0) != 0 } }
        for note in [PhoneFolder.Note.steps, .kill, .killed] { try scene.folder.write(note, nil) }
        return report
    }
}
