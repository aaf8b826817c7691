// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

@testable import SealedPushClaims
@testable import SealedPushStore

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

// Programs that do with the claims and their index what receivers do, and nothing else.

extension Stage {
    private var book: ClaimBook { ClaimBook(of: store) }

    private func number(of claim: Claim) -> Int? {
        messages.firstIndex { $0.claim.envelopeHash == claim.envelopeHash }
    }

    /// A run that has opened a message: claims it, hands it over and empties the claim.
    func running(_ number: Int) -> Program {
        let message = messages[number]
        return Program(name: "runs with message \(number)", handOvers: 1) { process in
            do throws(StoreError) {
                switch try book.claim(message.claim, at: message.place) {
                case .claimed: process.handOver(.new(number))
                case .found(.held): process.handOver(.quiet(number))
                case .found(.handedOver): return process.handOver(.placeholder)
                case .gone: return process.handOver(.trouble("the prekey is gone"))
                }
                try book.empty(message.place, now: message.now)
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// A run that claims a message and ends there, as one that is killed and had no time to hand
    /// over.
    func claiming(_ number: Int) -> Program {
        let message = messages[number]
        return Program(name: "claims message \(number)") { process in
            do throws(StoreError) {
                _ = try book.claim(message.claim, at: message.place)
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// A recovery by the index; an attempt is noted before a message is looked at.
    ///
    /// After a crash none is: each would leave a disk of its own, without end.
    func recoveringByIndex(attempts: Bool = true, maintains: Bool = false) -> Program {
        let name =
            "\(maintains ? "maintains and " : "")recovers\(attempts ? "" : " without attempts")"
        return Program(name: name) { process in
            do throws(StoreError) {
                if maintains { try book.rebuildUnfinished() }
                for entry in try book.unfinished() {
                    if attempts, try book.beginAttempt(entry) != .begun(before: entry.attempts) {
                        continue
                    }
                    guard let claim = try book.recover(entry) else { continue }
                    let handing = number(of: claim).map { Handing.quiet($0) }
                    process.handOver(handing ?? .trouble("no message"))
                    try book.empty(entry.place, now: messages[0].now)
                }
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// The part of the app's maintenance that makes missing entries.
    func rebuilding() -> Program {
        Program(name: "maintains the index") { process in
            do throws(StoreError) {
                try book.rebuildUnfinished()
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// After a crash the app recovers, and the message is delivered again.
    func indexExploration(of programs: [Program], maintains: Bool = false) -> Exploration {
        exploration(
            of: programs,
            then: [recoveringByIndex(attempts: false, maintains: maintains)]
                + messages.indices.map { running($0) }
        )
    }
}
