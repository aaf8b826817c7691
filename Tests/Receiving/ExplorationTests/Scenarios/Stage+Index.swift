// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

@testable import SealedPushClaims
@testable import SealedPushStore

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
