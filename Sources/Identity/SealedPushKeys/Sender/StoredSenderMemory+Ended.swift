// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

extension StoredSenderMemory {
    /// Removes the notes of used one-time prekeys that are over age (S-7).
    ///
    /// Such a prekey is no longer sealed to (`noPrekey`), in whatever bundle it comes. Its age is
    /// judged by an earlier reading of the clock, which this one confirms, so one false time makes
    /// no used prekey look unused. Without this each message to a one-time prekey leaves a file for
    /// ever: call it once a day or so.
    ///
    /// - Returns: How many notes were removed.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    @discardableResult
    public func forgetEnded(at now: Timestamp) throws(KeyError) -> Int {
        do throws(StoreError) {
            let previous = try ClockRecord.update(at: now, of: .senders, in: store)
            var ended: [[UInt8]] = []
            for record in try store.list(.used).records where record.contents.count == 8 {
                let number = record.contents.span.bigEndian(UInt64.self, at: 0)
                guard let end = Timestamp(milliseconds: number) else { continue }
                if previous > end.advanced(by: DevicePrekey.grace) { ended.append(record.id) }
            }
            for id in ended { try store.remove(.used, id: id) }
            return ended.count
        } catch {
            throw .store(error)
        }
    }
}
