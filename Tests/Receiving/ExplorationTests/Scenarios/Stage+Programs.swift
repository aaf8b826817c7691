// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore
import Synchronization
import TestSupport

extension Handset.Message {
    /// The hash that tells its envelope from others.
    var hash: EnvelopeHash? {
        guard let outer = try? OuterPayload(reading: payload) else { return nil }
        return try? Envelope(text: outer.encryptedContent.span).hash
    }
}

extension Stage {
    /// An extension that is handed a push: the very ``PushDelivery`` that ships.
    ///
    /// Our own deadline does the same as the system's warning, so one of them is enough here.
    func receiving(_ number: Int, mayExpire: Bool = false) -> Program {
        let message = messages[number]
        return Program(
            name: "receives push \(number)\(mayExpire ? " in short time" : "")",
            mayExpire: mayExpire,
            handOvers: 1
        ) { process in
            let delivery = NotificationDelivery(
                of: IncomingPush(message.payload),
                placeholder: DisplayRules().placeholder,
                clock: ManualClock(),
                now: { message.now },
                handOver: { content in process.handOver(handing(content, of: number)) }
            )
            process.onExpire { delivery.timeWillExpire() }
            let result = await delivery.run {
                process.pause()
                return receiver
            }
            if let failure = result.failure { process.handOver(.trouble("\(failure)")) }
        }
    }

    /// An extension that is handed a push while the device is locked.
    func deferral(_ number: Int, mayExpire: Bool = false) -> Program {
        let message = messages[number]
        return Program(
            name: "defers push \(number)\(mayExpire ? " in short time" : "")",
            mayExpire: mayExpire,
            handOvers: 1
        ) { process in
            let delivery = NotificationDelivery(
                of: IncomingPush(message.payload),
                placeholder: DisplayRules().placeholder,
                deferral: deferral,
                clock: ManualClock(),
                now: { message.now },
                handOver: { content in
                    let isNotice = content.threadIdentifier == NotificationDeferral.noticeThread
                    process.handOver(isNotice ? .notice(number) : handing(content, of: number))
                }
            )
            process.onExpire { delivery.timeWillExpire() }
            let result = await delivery.run { () throws(ReceiverError) in
                process.pause()
                throw .store(.locked)
            }
            if let failure = result.failure { process.handOver(.trouble("\(failure)")) }
        }
    }

    /// The app of an unlocked device, which shows what is deferred, and then what stopped runs have
    /// left.
    func unlocked(forgetsFirst: Bool = false) -> Program {
        Program(name: "the app delivers what is deferred\(forgetsFirst ? ", forgotten" : "")") {
            process in
            do {
                if forgetsFirst {
                    let hash = messages[0].claim.envelopeHash
                    try? process.files.unlink("\(ReplayingFiles.store)/deferred/\(hash)")
                }
                let report = try receiver.deliverDeferred(
                    now: { messages[0].now },
                    handOver: { process.handOver(handing($0.content)) }
                )
                for failure in report.failures { process.handOver(.trouble("\(failure)")) }
            } catch {
                process.handOver(.trouble("\(error)"))
            }
            await recovering().body(process)
        }
    }

    /// The app, which shows what stopped runs have left.
    func recovering() -> Program {
        Program(name: "the app recovers") { process in
            do {
                let left = try receiver.recoverUnfinished(now: messages[0].now)
                for failure in left.failures { process.handOver(.trouble("\(failure)")) }
                for notification in left.notifications {
                    process.handOver(handing(notification.content))
                    try receiver.complete(notification, now: messages[0].now)
                }
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// The app, which clears away what has had its time, and says of each message whether its
    /// prekey went with it; that stays where a deferred message waits for it.
    func sweeping(at now: Timestamp, erases: Bool = true) -> Program {
        Program(name: "the app sweeps") { process in
            do throws(KeyError) {
                for failure in try keys.sweep(at: now) {
                    process.handOver(.trouble("\(failure)"))
                }
                for message in erases ? overAge : [] { process.handOver(.erased(message)) }
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// A process that erases the prekey of a message.
    func erasing(_ number: Int) -> Program {
        Program(name: "erases the prekey") { process in
            do throws(KeyError) {
                try keys.erase(messages[number].place.prekeyID)
                process.handOver(.erased(number))
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    /// Time itself.
    func anHour() -> Program {
        Program(name: "an hour") { process in process.hourPasses() }
    }
}

/// Seeds that are the same in every run of a program: what a process does may depend on nothing but
/// its answers.
private final class RepeatedSeeds: Sendable {
    private let count = Mutex(UInt8(0))
    private let program: UInt8

    init(of program: UInt8) {
        self.program = program
    }

    func next(_ bytes: Int) -> SecretBytes {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let seeds = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 / 32 &+ $0 &* 7) ^ number }
        let all = [program] + seeds.dropFirst()
        return SecretBytes(copying: all.span)
    }
}

extension Stage {
    /// The app's maintenance, which rotates what is due or revokes, and says which messages have
    /// lost their prekey.
    ///
    /// Of one-time prekeys for the directory it keeps none: each is made like any other.
    func maintaining(at now: Timestamp, revoking: Bool = false, _ number: UInt8 = 0) -> Program {
        Program(name: "the app \(revoking ? "revokes" : "maintains") \(number)") { process in
            do throws(KeyError) {
                let seeds = RepeatedSeeds(of: number)
                let device = try DeviceKeys(
                    in: store,
                    keeping: StockLevel(full: 0, low: 0),
                    seeds: { seeds.next($0) }
                )
                let report = try device.maintain(at: now, revoking: revoking)
                for failure in report.failures { process.handOver(.trouble("\(failure)")) }
                let gone = overAge + (revoking ? messages.indices.filter(isOneTime) : [])
                for message in gone { process.handOver(.erased(message)) }
            } catch {
                process.handOver(.trouble("\(error)"))
            }
        }
    }

    private func isOneTime(_ message: Int) -> Bool { messages[message].place.envelope == nil }
}
