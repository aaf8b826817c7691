// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import Synchronization

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
