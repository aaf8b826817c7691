// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// The identities that a name has stood for, followed from the first by the successions that the
/// store has signed.
///
/// Successions and revocations are records created once, called by the identity that they are
/// about: so of two processes that make one at once both find the same. A succession is the step by
/// which the name stands for the next identity. The keys of an identity that has one are erased.
struct IdentityChain {
    /// The identities, the current one last.
    let identities: [SenderIdentity]
    /// What led from each to the next, and when it was signed.
    let successions: [Dated<SenderIdentity.Succession>]
    /// What was published about each identity, nil for those of which the revocation is kept.
    let published: [Dated<SenderIdentity.Revocation>?]

    /// A statement and the time at which it was signed or published.
    struct Dated<Statement: Sendable>: Sendable {
        let statement: Statement
        let time: Timestamp
    }

    /// Whether the name was ended by a revocation of its current identity.
    let isEnded: Bool

    /// The current identity.
    var current: SenderIdentity { identities[identities.count - 1] }

    /// The earlier identities, the oldest first.
    var earlier: ArraySlice<SenderIdentity> { identities.dropLast() }

    /// Follows a name; what it ends with is durable by then.
    ///
    /// A name that was ended has no further identity: if two processes signed both at once, the end
    /// counts.
    init(of name: String, in store: RecordStore) throws(KeyError) {
        try SenderIdentities.check(name)
        guard let first = try SenderRecords.first(of: name, in: store) else {
            throw try SenderRecords.absence(in: store)
        }
        var identities = [first]
        var successions: [Dated<SenderIdentity.Succession>] = []
        var published: [Dated<SenderIdentity.Revocation>?] = []
        var isEnded = false
        var seen: Set<SenderIdentity> = [first]
        while true {
            let last = identities[identities.count - 1]
            let notice = try OwnStatements.notice(of: last, in: store)
            published.append(notice.map { Dated(statement: $0.revocation, time: $0.time) })
            isEnded = notice?.endsName == true
            guard !isEnded, let next = try OwnStatements.succession(of: last, in: store) else {
                break
            }
            // Those that this store makes lead to a new identity each time.
            guard seen.insert(next.statement.new).inserted else { throw .store(.corrupted) }
            successions.append(next)
            identities.append(next.statement.new)
        }
        do throws(StoreError) {
            try store.sync(.senders)
            try store.sync(.statements)
        } catch {
            throw .store(error)
        }
        self.identities = identities
        self.successions = successions
        self.published = published
        self.isEnded = isEnded
    }

    /// Follows a name, and loads the keys of its current identity; nil for a name that was ended.
    static func load(
        _ name: String,
        from store: RecordStore
    ) throws(KeyError) -> (chain: IdentityChain, keys: SenderKeys?) {
        var chain = try IdentityChain(of: name, in: store)
        while !chain.isEnded {
            if let keys = try SenderRecords.load(chain.current, from: store) {
                return (chain, keys)
            }
            // Another process may have given the name its next identity, and erased these.
            let next = try IdentityChain(of: name, in: store)
            guard next.isEnded || next.current != chain.current else { throw .senderDamaged }
            chain = next
        }
        return (chain, nil)
    }

    /// Erases the private keys and secrets of the earlier identities that still have them.
    func eraseEarlier(in store: RecordStore) throws(KeyError) {
        for identity in earlier { try SenderRecords.erase(identity, in: store) }
    }

    /// The statements by which devices learn of this, in the order in which they were made.
    ///
    /// Clocks may have been set back meanwhile: no succession counts as older than the one before
    /// it, and no revocation as older than the succession of its identity.
    var statements: SenderIdentity.Statements {
        var entries: [SenderIdentity.Statements.Entry] = []
        var time = Timestamp(clamping: 0)
        for (index, notice) in published.enumerated() {
            if index < successions.count {
                time = max(successions[index].time, time)
                entries.append(.init(text: successions[index].statement.text, time: time))
            }
            if let notice {
                entries.append(
                    .init(text: notice.statement.text, time: max(notice.time, time))
                )
            }
        }
        // Of equal times the one that stands first stays first.
        let order = entries.indices.sorted { first, second in
            (entries[first].time, first) < (entries[second].time, second)
        }
        return SenderIdentity.Statements(order.map { entries[$0] })
    }
}
