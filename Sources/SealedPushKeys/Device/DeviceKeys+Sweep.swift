// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension DeviceKeys {
    /// Clears away what has had its time: prekeys that are over age, marks that have died, and what killed processes
    /// left half written.
    ///
    /// For the app, now and then: once a day will do. A message that was claimed and not handed over stays, however
    /// old it is.
    ///
    /// - Returns: Why some things could not be read: they stay where they are.
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to clear from.
    @discardableResult
    public func sweep(at now: Timestamp) throws(KeyError) -> [StoreError] {
        var failures: [StoreError] = []
        do throws(KeyError) {
            _ = try records(at: now)
        } catch .store(let error) {
            failures.append(error)
        }
        do throws(StoreError) {
            failures += try ClaimBook(of: store).sweep(now: now) { id throws(StoreError) in
                try store.readSecret(.prekeys, id: id.bytes) != nil
            }
            try store.sweep()
        } catch {
            throw .store(error)
        }
        return failures
    }
}
