// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension SenderIdentities {
    /// What a store has signed about the identities of a name.
    public struct Statements: Hashable, Sendable {
        /// The successions from the first identity to the current one, the oldest first.
        public let successions: [SenderIdentity.Succession]
        /// The revocation of the last identity; nil if there is none.
        public let revocation: SenderIdentity.Revocation?
    }

    /// Gives a name its next identity, with a secret of its own.
    ///
    /// The new keys are durable before the statement is, and the statement before it is returned: a
    /// process that is stopped leaves the old identity or the new one. Of calls at once each gives
    /// the name a further identity, or finds the one that another gave it.
    ///
    /// - Returns: The statement for devices that know the old identity.
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderRevoked``, ``KeyError/senderNameRefused``,
    ///   ``KeyError/store(_:)``.
    public static func succeed(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Succession {
        let old = try load(named: name, from: store)
        let new = SenderKeys()
        let id = SenderRecords.id(of: new.identity)
        guard try SenderRecords.create(new, id: id, in: store) else { throw .store(.corrupted) }
        let succession = SenderIdentity.Succession(from: old.signingKey, to: new.signingKey)
        do throws(StoreError) {
            let isFirst = try store.create(
                .statements,
                id: IdentityChain.successionID(of: old.identity),
                contents: succession.bytes.span
            )
            if isFirst { return succession }
            // These keys were never handed out.
            try store.remove(.senders, id: id)
        } catch {
            throw .store(error)
        }
        guard let winner = try IdentityChain.succession(of: old.identity, in: store) else {
            throw .store(.corrupted)
        }
        return winner
    }

    /// Gives a name its next identity and shows the statement; an identity whose statement may not
    /// have been shown is shown instead.
    ///
    /// So a caller that repeats it after a failure of `show` does not go on to a further identity.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - store: The store that has it.
    ///   - show: Takes the statement, and whether it is new; if it throws, the next call shows it
    ///     again.
    /// - Throws: What ``succeed(named:in:)`` throws, and what `show` throws.
    public static func succeed(
        named name: String = defaultName,
        in store: RecordStore,
        showing show: (SenderIdentity.Succession, _ isNew: Bool) throws -> Void
    ) throws {
        let chain = try IdentityChain(of: name, in: store)
        let last = chain.revocation == nil ? chain.successions.last : nil
        let unshown = try last.flatMap { succession throws(KeyError) in
            try isShown(succession, in: store) ? nil : succession
        }
        let succession = try unshown ?? succeed(named: name, in: store)
        try show(succession, unshown == nil)
        // If this fails it is shown once more; what was asked for is done.
        _ = try? store.create(
            .statements,
            id: IdentityChain.shownID(of: succession),
            contents: [1].span
        )
    }

    private static func isShown(
        _ succession: SenderIdentity.Succession,
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        do throws(StoreError) {
            return try store.contains(.statements, id: IdentityChain.shownID(of: succession))
        } catch {
            throw .store(error)
        }
    }

    /// Revokes the current identity of a name, which ends the name; an earlier revocation stays.
    ///
    /// - Returns: The statement for devices that know the identity.
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func revoke(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Revocation {
        let chain = try IdentityChain(of: name, in: store)
        if let revocation = chain.revocation { return revocation }
        let revocation = SenderIdentity.Revocation(signing: chain.keys.signingKey)
        do throws(StoreError) {
            let isFirst = try store.create(
                .statements,
                id: IdentityChain.revocationID(of: revocation.sender),
                contents: revocation.bytes.span
            )
            if isFirst { return revocation }
        } catch {
            throw .store(error)
        }
        guard let winner = try IdentityChain.revocation(of: revocation.sender, in: store) else {
            throw .store(.corrupted)
        }
        return winner
    }

    /// What the store has signed about the identities of a name, for devices that have missed it.
    ///
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func statements(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> Statements {
        let chain = try IdentityChain(of: name, in: store)
        return Statements(successions: chain.successions, revocation: chain.revocation)
    }
}
