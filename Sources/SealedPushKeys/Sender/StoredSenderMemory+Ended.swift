// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension StoredSenderMemory {
    /// Removes what was noted of used one-time prekeys that are over age.
    ///
    /// Nobody seals to such a prekey any more (`prekeyExpired`), in whatever bundle it comes; a day is left for a clock
    /// that is ahead (M-34). Without this each message to a one-time prekey leaves a file for ever: call it once a day or so.
    ///
    /// - Parameter now: The system's time, never a later one that somebody asked for: where a note goes whose prekey
    ///   has not ended, the next bundle that holds it makes a sender use it twice.
    /// - Returns: How many notes went.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    @discardableResult
    public func forgetEnded(at now: Timestamp) throws(KeyError) -> Int {
        do throws(StoreError) {
            var ended: [[UInt8]] = []
            for record in try store.list(.used).records where record.contents.count == 8 {
                let number = record.contents.span.bigEndian(UInt64.self, at: 0)
                guard let end = Timestamp(milliseconds: number) else { continue }
                if now >= end.advanced(by: DevicePrekey.grace) { ended.append(record.id) }
            }
            for id in ended { try store.remove(.used, id: id) }
            return ended.count
        } catch {
            throw .store(error)
        }
    }
}
