// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

@testable import SealedPushServiceExtension

/// Worlds of a few messages of two senders that share two places, in every combination that a
/// generator comes to, with a system that may fall silent at each step.
@Suite struct PlanExplorationTests {
    private struct World {
        var scene = PlanScene()
        var push: PlannedPush?
    }

    private static let worlds = LongRun.isOn ? 500_000 : 20_000

    @Test(.rules("T-10 T-11 T-12 C-17"))
    func `whatever waits and is listed, nothing is lost, doubled or taken from others`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for number in 0..<Self.worlds {
            let world = Self.world(&random)
            for silentFrom in [nil, Int.random(in: 0..<12, using: &random)] {
                var scene = world.scene
                scene.silentFrom = silentFrom
                let report = scene.carryOut(
                    world.push.map { NotificationPlan(after: $0) } ?? NotificationPlan()
                )
                let faults = Self.faults(before: world, after: scene, report)
                #expect(faults.isEmpty, "seed \(seed), world \(number): \(faults) of \(scene)")
                if !faults.isEmpty { return }
            }
        }
    }

    private static func world(_ random: inout SeededGenerator) -> World {
        var world = World()
        world.scene.mayNotify = Int.random(in: 0..<10, using: &random) > 0
        for number in 0..<Int.random(in: 0...3, using: &random) {
            let message = message(number, &random)
            world.scene.waiting.append(
                PlanScene.Waiting(
                    message: message,
                    isDeferred: message.isNew,
                    posting: [.taken, .taken, .taken, .refused, .finishedByOther, .notAllowed]
                        .randomElement(using: &random) ?? .taken
                )
            )
        }
        for name in ["a", "b", "c"] {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: world.scene.listed.append(.notice(name))
            case 1: world.scene.listed.append(.withoutText(name))
            case 2: world.scene.listed.append(.made(of: nil, as: name))
            case 3:
                let other = message(Int.random(in: 5..<8, using: &random), &random)
                world.scene.listed.append(.made(of: other.tag, as: name))
            default: break
            }
        }
        let endings: [PlannedPush.Ending?] = [
            nil, .deferred, .notShown, .shownAgain("6"), .shown(message(9, &random)),
        ]
        world.push = endings.randomElement(using: &random).flatMap(\.self).map {
            PlannedPush(
                name: "push",
                ending: $0,
                hasTimeLeft: Int.random(in: 0..<5, using: &random) > 0
            )
        }
        return world
    }

    private static func message(
        _ number: Int,
        _ random: inout SeededGenerator
    ) -> PlannedMessage {
        .sample(
            "\(number)",
            by: Bool.random(using: &random) ? "Ann" : "Bob",
            at: UInt64.random(in: 0..<3, using: &random),
            as: ["a", "b", "c"].randomElement(using: &random) ?? "a"
        ) { message in
            message.hasText = Int.random(in: 0..<4, using: &random) > 0
            message.isNew = Bool.random(using: &random)
            if Bool.random(using: &random) { message.removes = ["a", "b"] }
            if !message.isNew, Int.random(in: 0..<4, using: &random) == 0 {
                message.form = .neutral
            }
        }
    }

    /// The rules once more, looking back over the whole run.
    private static func faults(
        before world: World,
        after scene: PlanScene,
        _ report: BacklogReport
    ) -> [String] {
        var faults: [String] = []
        if scene.effects.count > 200 { faults.append("no end") }
        if !scene.mayNotify, !scene.posts.isEmpty { faults.append("posted without leave") }
        if Set(scene.posted).count < scene.posted.count { faults.append("posted twice") }
        var senders = scene.waiting.map(\.message)
        if case .shown(let message) = world.push?.ending { senders.append(message) }
        // A sender that lost a notification has removed or replaced it itself.
        for lost in world.scene.listed {
            guard let tag = lost.tag,
                !scene.listed.contains(where: { $0.tag?.message == tag.message })
            else { continue }
            let isOwn = senders.contains {
                $0.tag.sender == tag.sender && !$0.tag.isEarlier(than: tag)
            }
            let isAgain = world.push?.ending == .shownAgain(tag.message)
            if !isOwn, !isAgain { faults.append("\(tag.sender) lost \(lost.identifier)") }
        }
        // What is finished is in sight, or a later message of its sender has its place.
        for waiting in scene.waiting where waiting.isFinished && waiting.message.hasText {
            let tag = waiting.message.tag
            let isSeen =
                scene.posted.contains(tag.message)
                || world.scene.listed.contains { $0.tag?.message == tag.message }
            let inSight =
                world.scene.listed
                + scene.waiting.map(\.message.tag).filter { scene.posted.contains($0.message) }
                .map { .made(of: $0, as: $0.place) }
            let isSuperfluous = inSight.contains { other in
                guard let later = other.tag, tag.isEarlier(than: later) else { return false }
                return [other.identifier, later.place].contains(tag.place)
            }
            if !isSeen, !isSuperfluous { faults.append("\(tag.message) was lost") }
            if waiting.message.form == .neutral, isSeen, !isSuperfluous {
                let isListed = world.scene.listed.contains { $0.tag?.message == tag.message }
                if !isListed { faults.append("\(tag.message) was finished unseen") }
            }
        }
        // Where the system answers and takes all, all is done.
        if scene.silentFrom == nil, scene.mayNotify, world.push?.hasTimeLeft ?? true {
            for waiting in scene.waiting
            where waiting.posting == .taken && waiting.message.form == .whole
                && !waiting.isFinished && !report.isRefused
            {
                faults.append("\(waiting.message.tag.message) was forgotten")
            }
        }
        if case .shown(let message) = world.push?.ending, scene.finishedPush > 0,
            world.scene.listed.filter(scene.listed.contains).contains(where: message.removes)
        {
            faults.append("finished before its removal")
        }
        return faults
    }
}
