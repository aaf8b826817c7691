// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Scenario {
    /// The index of unfinished claims, with its own steps.
    ///
    /// If no process sleeps, it never misses a claim, and the app recovers by it alone. If an hour
    /// passes at any step, an entry may be dropped too early: the run that claims makes it again,
    /// else maintenance does.
    static let ofIndex: [Scenario] = [
        index("two runs, a recovery") { stage in
            [stage.running(0), stage.running(0), stage.recoveringByIndex()]
        },
        index("two runs, a maintenance") { stage in
            [stage.running(0), stage.running(0), stage.rebuilding()]
        },
        index("a run, a recovery, a maintenance") { stage in
            [stage.running(0), stage.recoveringByIndex(), stage.rebuilding()]
        },
        index("a run, a recovery, an hour passes", indexed: .atEnd) { stage in
            [stage.running(0), stage.recoveringByIndex(), stage.anHour()]
        },
        index("a claim, a recovery, an hour passes", indexed: .atEnd) { stage in
            [stage.claiming(0), stage.recoveringByIndex(), stage.anHour()]
        },
        index("two claims, a maintenance, an hour passes", indexed: .atEnd) { stage in
            [stage.claiming(0), stage.claiming(0), stage.rebuilding(), stage.anHour()]
        },
        index("two runs, a recovery, a maintenance") { stage in
            [
                stage.running(0), stage.running(0), stage.recoveringByIndex(), stage.rebuilding(),
            ]
        },
    ]

    /// The one that takes longest.
    static let ofIndexLong = index("two runs, a recovery, an hour passes", indexed: .atEnd) {
        stage in
        [stage.running(0), stage.running(0), stage.recoveringByIndex(), stage.anHour()]
    }

    /// A scenario on a new device to which messages are sealed, under a reusable prekey: what is
    /// done with prekeys is none of the index's.
    static func index(
        _ name: String,
        indexed: Facts.Indexed = .always,
        programs: @escaping @Sendable (Stage) -> [Program]
    ) -> Scenario {
        Scenario("the index: \(name)") { fault in
            let handset = try Handset()
            let messages = try await handset.messages(oneTime: false)
            var stage = try Stage(handset, messages, fault: fault, indexed: indexed)
            stage.facts.expectsNew = false
            return stage.indexExploration(of: programs(stage), maintains: indexed == .atEnd)
        }
    }
}
