// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

@testable import SealedPushServiceExtension

/// The rows of `docs/notification-plan.md`, one by one.
@Suite struct NotificationPlanTests {
    private typealias Listed = ListedNotification

    /// A row: what there is before, and what is to come of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var push: PlannedPush?
        var listed: [ListedNotification] = []
        var waiting: [PlanScene.Waiting] = []
        var mayNotify = true
        var silentFrom: Int?
        /// What is listed in the end, by name.
        var remaining: [String] = []
        /// Which messages are finished in the end, by their number.
        var finished: [Int] = []
        var finishesPush = false
    }

    private static func push(
        _ ending: PlannedPush.Ending,
        hasTimeLeft: Bool = true
    ) -> PlannedPush {
        PlannedPush(name: "push", ending: ending, hasTimeLeft: hasTimeLeft)
    }

    private static func waits(
        _ message: PlannedMessage,
        deferred: Bool = true,
        _ posting: Posting = .taken
    ) -> PlanScene.Waiting {
        PlanScene.Waiting(message: message, isDeferred: deferred, posting: posting)
    }

    private static let earlier = PlannedMessage.sample("1", as: "match")
    private static let later = PlannedMessage.sample("2", at: 1, as: "match")
    private static let others = PlannedMessage.sample("3", by: "Bob", at: 1, as: "match")

    private static func removal(
        _ names: [String],
        at second: UInt64 = 2,
        hasText: Bool = true
    ) -> PlannedMessage {
        .sample("9", at: second, as: "push") {
            ($0.removes, $0.hasText) = (names, hasText)
        }
    }

    static let rows: [Row] = [
        Row(
            testDescription:
                "1: a push removes its sender's earlier messages, and no other",
            push: push(.shown(removal(["a", "b", "c", "d", "push"]))),
            listed: [
                .made(of: PlannedMessage.sample("1", as: "a").tag, as: "a"),
                .made(of: PlannedMessage.sample("2", as: "b").tag, as: "elsewhere"),
                .made(of: PlannedMessage.sample("3", at: 3, as: "c").tag, as: "c"),
                .made(of: PlannedMessage.sample("4", by: "Bob", as: "d").tag, as: "d"),
                .made(of: removal([]).tag, as: "push"), .made(of: nil, as: "a placeholder"),
            ],
            remaining: ["c", "d", "push", "a placeholder"],
            finishesPush: true
        ),
        Row(
            testDescription:
                "2: a push that may have been shown before loses its other notification",
            push: push(.shown(.sample("1", as: "push") { $0.isNew = false })),
            listed: [
                .made(of: PlannedMessage.sample("1", as: "old").tag, as: "old"),
                .made(of: PlannedMessage.sample("1", as: "push").tag, as: "push"),
            ],
            remaining: ["push"],
            finishesPush: true
        ),
        Row(
            testDescription:
                "3: of messages without text the last alone has something that stands for it",
            push: push(.shown(.sample("1", as: "push") { $0.hasText = false })),
            listed: [.withoutText("old"), .withoutText("push")],
            remaining: ["push"],
            finishesPush: true
        ),
        Row(
            testDescription:
                "4: a push that asks for nothing is finished without a look at the list",
            push: push(.shown(.sample("1", as: "push"))),
            silentFrom: 0,
            finishesPush: true
        ),
        Row(
            testDescription: "4: a push is not finished before its removal is done",
            push: push(.shown(removal(["a"]))),
            listed: [.made(of: PlannedMessage.sample("1", as: "a").tag, as: "a")],
            silentFrom: 1,
            remaining: ["a"]
        ),
        Row(
            testDescription: "5: what is shown again loses its other notification",
            push: push(.shownAgain("1")),
            listed: [
                .made(of: PlannedMessage.sample("1", as: "old").tag, as: "old"),
                .made(of: PlannedMessage.sample("1", as: "old").tag, as: "push"),
            ],
            remaining: ["push"]
        ),
        Row(
            testDescription: "6: there is one notice",
            push: push(.deferred),
            listed: [.notice("old"), .notice("push")],
            remaining: ["push"]
        ),
        Row(
            testDescription:
                "7: where no time is left the push is finished, and nothing else begun",
            push: push(.shown(.sample("1", as: "push")), hasTimeLeft: false),
            waiting: [waits(earlier)],
            finishesPush: true
        ),
        Row(
            testDescription: "8: where the app may not notify all waits",
            waiting: [waits(earlier)],
            mayNotify: false
        ),
        Row(
            testDescription: "9: where the system does not answer all waits",
            waiting: [waits(earlier), waits(.sample("7"))],
            silentFrom: 2
        ),
        Row(
            testDescription: "9: a post without an answer is not finished",
            waiting: [waits(earlier), waits(.sample("7"))],
            silentFrom: 6
        ),
        Row(
            testDescription: "12: what another run has finished is not posted",
            waiting: [waits(earlier, .finishedByOther), waits(.sample("7"))],
            remaining: ["push-7"],
            finished: [1]
        ),
        Row(
            testDescription: "13: a later message of the sender keeps its place",
            listed: [.made(of: later.tag, as: "match")],
            waiting: [waits(earlier)],
            remaining: ["match"],
            finished: [0]
        ),
        Row(
            testDescription: "13: also one that was just posted",
            waiting: [waits(later), waits(earlier)],
            remaining: ["match"],
            finished: [0, 1]
        ),
        Row(
            testDescription: "14: what is in sight is not posted again",
            listed: [.made(of: earlier.tag, as: "match")],
            waiting: [waits(earlier, deferred: false, .refused)],
            remaining: ["match"],
            finished: [0]
        ),
        Row(
            testDescription: "14: also where it would be a neutral line",
            listed: [.made(of: earlier.tag, as: "match")],
            waiting: [
                waits(.sample("1", as: "match") { $0.form = .neutral }, deferred: false)
            ],
            remaining: ["match"],
            finished: [0]
        ),
        Row(
            testDescription: "15: a message without text removes and shows nothing",
            listed: [.made(of: PlannedMessage.sample("1", as: "a").tag, as: "a")],
            waiting: [waits(removal(["a"], hasText: false))],
            finished: [0]
        ),
        Row(
            testDescription: "16: a neutral line is posted, and the message stays",
            waiting: [
                waits(.sample("1", as: "match") { $0.form = .neutral }, deferred: false)
            ],
            remaining: ["match"]
        ),
        Row(
            testDescription:
                "17: a message takes the place of its placeholder and of earlier ones",
            listed: [.made(of: nil, as: "match")],
            waiting: [waits(earlier), waits(later)],
            remaining: ["match"],
            finished: [0, 1]
        ),
        Row(
            testDescription: "17: no removal is remembered",
            push: push(.shown(removal(["match"]))),
            waiting: [waits(removal(["match"])), waits(earlier)],
            remaining: ["push", "match"],
            finished: [0, 1],
            finishesPush: true
        ),
        Row(
            testDescription:
                "17: what the system does not take waits, and holds up no other",
            waiting: [waits(earlier, .refused), waits(.sample("7"))],
            remaining: ["push-7"],
            finished: [1]
        ),
        Row(
            testDescription: "18: no sender's notification is lost to another sender",
            listed: [.made(of: others.tag, as: "match")],
            waiting: [waits(earlier)],
            remaining: ["match", "1"],
            finished: [0]
        ),
        Row(
            testDescription: "18: and the other sender's next one still takes its place",
            listed: [.made(of: others.tag, as: "match")],
            waiting: [waits(earlier), waits(.sample("4", by: "Bob", at: 2, as: "match"))],
            remaining: ["1", "match"],
            finished: [0, 1]
        ),
        Row(
            testDescription: "19: the notices go with the last deferred message",
            listed: [.notice("a"), .notice("b")],
            waiting: [waits(.sample("7"))],
            remaining: ["push-7"],
            finished: [0]
        ),
        Row(
            testDescription: "19: and stay while one waits",
            listed: [.notice("a")],
            waiting: [waits(.sample("7"), .refused)],
            remaining: ["a"]
        ),
    ]

    @Test(.rules("T-5 T-6 T-26 T-27 T-28"), arguments: rows)
    func `each row of the table is what the plan does`(_ row: Row) {
        var scene = PlanScene()
        scene.listed = row.listed
        scene.waiting = row.waiting
        (scene.mayNotify, scene.silentFrom) = (row.mayNotify, row.silentFrom)
        _ = scene.carryOut(row.push.map { NotificationPlan(after: $0) } ?? NotificationPlan())
        #expect(Set(scene.listed.map(\.identifier)) == Set(row.remaining))
        #expect(scene.listed.count == row.remaining.count)
        #expect(scene.waiting.indices.filter { scene.waiting[$0].isFinished } == row.finished)
        #expect((scene.finishedPush == 1) == row.finishesPush)
    }
}
