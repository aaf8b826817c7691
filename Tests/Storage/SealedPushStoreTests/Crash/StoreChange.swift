// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

/// A change of a store that is stopped at every point: what was before, what it does, and what is
/// seen of it.
struct StoreChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How many seconds pass on the disk's clock between the two.
    var wait: Int64 = 0
    /// Makes the store as it is before the change.
    let prepare: @Sendable (RecordStore) throws(StoreError) -> Void
    /// The change.
    let run: @Sendable (RecordStore) throws(StoreError) -> Void
    /// What is to be seen of it: the old state before, the new state after.
    let observe: @Sendable (RecordStore) throws(StoreError) -> String

    static let now = Samples.now
    static let claim = Samples.claim(1)

    static let all: [StoreChange] = [
        StoreChange(
            testDescription: "create",
            prepare: { _ throws(StoreError) in },
            run: { store throws(StoreError) in
                _ = try store.create(.prekeys, id: [1], contents: [7, 7].span)
            },
            observe: { store throws(StoreError) in "\(try store.read(.prekeys, id: [1]) as Any)" }
        ),
        StoreChange(
            testDescription: "replace",
            prepare: { store throws(StoreError) in
                try store.replace(.states, id: [1], contents: [1, 1, 1].span)
            },
            run: { store throws(StoreError) in
                try store.replace(.states, id: [1], contents: [2].span)
            },
            observe: { store throws(StoreError) in "\(try store.read(.states, id: [1]) as Any)" }
        ),
        StoreChange(
            testDescription: "remove",
            prepare: { store throws(StoreError) in
                _ = try store.create(.prekeys, id: [1], contents: [7].span)
            },
            run: { store throws(StoreError) in try store.remove(.prekeys, id: [1]) },
            observe: { store throws(StoreError) in "\(try store.read(.prekeys, id: [1]) as Any)" }
        ),
        StoreChange(
            testDescription: "claim",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
            },
            run: { store throws(StoreError) in
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
            },
            observe: observeClaim
        ),
        StoreChange(
            testDescription: "empty",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
            },
            run: { store throws(StoreError) in
                try ClaimBook(of: store).empty(Samples.once, now: now)
            },
            observe: observeClaim
        ),
        StoreChange(
            testDescription: "remove the entry of a tombstone",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
                try ClaimBook(of: store).empty(Samples.once, now: now)
                _ = try store.folder.mark(Samples.once.entryPath)
            },
            run: { store throws(StoreError) in
                _ = try ClaimBook(of: store).recover(entry)
            },
            observe: observeIndex
        ),
        StoreChange(
            testDescription: "drop the entry of a run that came to no claim",
            wait: 3600,
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try store.folder.mark(Samples.once.entryPath)
            },
            run: { store throws(StoreError) in
                _ = try ClaimBook(of: store).recover(entry)
            },
            observe: observeIndex
        ),
        StoreChange(
            testDescription: "rebuild the index",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
                _ = try store.folder.remove(Samples.once.entryPath)
            },
            run: { store throws(StoreError) in try ClaimBook(of: store).rebuildUnfinished() },
            observe: observeIndex
        ),
        StoreChange(
            testDescription: "begin an attempt",
            wait: 60,
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
            },
            run: { store throws(StoreError) in
                _ = try ClaimBook(of: store).beginAttempt(entry)
            },
            observe: observeIndex
        ),
        StoreChange(
            testDescription: "sweep a dead mark",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try ClaimBook(of: store).claim(claim, at: Samples.once)
                try ClaimBook(of: store).empty(Samples.once, now: now)
            },
            run: { store throws(StoreError) in
                let failures = try ClaimBook(of: store).sweep(before: .latest) { _ in false }
                    .failures
                if let first = failures.first { throw first }
            },
            observe: observeClaim
        ),
        StoreChange(
            testDescription: "prepare a prekey",
            prepare: { _ throws(StoreError) in },
            run: { store throws(StoreError) in try ClaimBook(of: store).prepare(Samples.prekey) },
            observe: observeFolder
        ),
        StoreChange(
            testDescription: "sweep a folder",
            wait: 3600,
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
            },
            run: { store throws(StoreError) in
                let failures = try ClaimBook(of: store).sweep(before: now) { _ in false }.failures
                if let first = failures.first { throw first }
            },
            observe: observeFolder
        ),
        StoreChange(
            testDescription: "park",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
            },
            run: { store throws(StoreError) in
                _ = try DeferredBook(of: store).keep(Samples.deferred(1))
            },
            observe: observeDeferred
        ),
        StoreChange(
            testDescription: "remove a deferred message",
            prepare: { store throws(StoreError) in
                try ClaimBook(of: store).prepare(Samples.prekey)
                _ = try DeferredBook(of: store).keep(Samples.deferred(1))
            },
            run: { store throws(StoreError) in
                try DeferredBook(of: store).remove(Samples.deferred(1).hash, .alert)
            },
            observe: observeDeferred
        ),
    ]

    private static let observeDeferred: @Sendable (RecordStore) throws(StoreError) -> String = {
        store throws(StoreError) in
        let book = DeferredBook(of: store)
        let listing = try book.list()
        if let failure = listing.failures.first { throw failure }
        let messages = try book.messages(listing)
        return messages == [Samples.deferred(1)] ? "deferred" : "\(messages.count)"
    }

    /// The entry of the place that the changes use.
    private static let entry = UnfinishedClaim(place: Samples.once, attempts: 0, changed: 0)

    private static let observeIndex: @Sendable (RecordStore) throws(StoreError) -> String = {
        store throws(StoreError) in
        "attempts: \(try ClaimBook(of: store).unfinished().map(\.attempts))"
    }

    /// Content of which the index does not tell is neither the old state nor the new one.
    private static let observeClaim: @Sendable (RecordStore) throws(StoreError) -> String = {
        store throws(StoreError) in
        switch try ClaimBook(of: store).read(Samples.once) {
        case .held(let found):
            try !ClaimBook(of: store).unfinished().contains { $0.place == Samples.once }
                ? "not in the index" : found == claim ? "held" : "another"
        case .handedOver(let hash): hash == claim.envelopeHash ? "mark" : "another"
        case nil: "nothing"
        }
    }

    private static let observeFolder: @Sendable (RecordStore) throws(StoreError) -> String = {
        store throws(StoreError) in
        try store.folder.exists(ClaimPlace.folder(of: Samples.prekey)) ? "prepared" : "gone"
    }
}
