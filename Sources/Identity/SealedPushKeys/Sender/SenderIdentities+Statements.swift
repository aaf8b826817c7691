// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension SenderIdentities {
    /// Gives a name its next identity, with a secret of its own, and erases the old private key.
    ///
    /// The new keys, then the revocation of the old identity, which is kept and not published, then
    /// the succession are durable before the old private key and secret are erased (S-15). The
    /// succession is the step: a process that is stopped before it leaves the old identity with its
    /// keys, and one that is stopped after it the new one. Of calls at once each gives the name a
    /// further identity, or finds the one that another gave it.
    ///
    /// Backups made before have the old keys and none of the new ones: make a new one.
    ///
    /// - Returns: The statement for devices that know the old identity.
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderRevoked``, ``KeyError/senderNameRefused``,
    ///   ``KeyError/store(_:)``.
    public static func succeed(
        named name: String = defaultName,
        in store: RecordStore,
        at now: Timestamp
    ) throws(KeyError) -> SenderIdentity.Succession {
        let (chain, keys) = try IdentityChain.load(name, from: store)
        guard let keys else { throw .senderRevoked }
        try chain.eraseEarlier(in: store)
        let new = SenderKeys()
        try SenderRecords.create(new, in: store)
        try OwnStatements.keep(SenderIdentity.Revocation(signing: keys.signingKey), in: store)
        let succession = SenderIdentity.Succession(from: keys.signingKey, to: new.signingKey)
        guard try OwnStatements.create(succession, at: now, in: store) else {
            // These keys were never handed out.
            try SenderRecords.erase(new.identity, in: store)
            guard let winner = try OwnStatements.succession(of: keys.identity, in: store) else {
                throw .store(.corrupted)
            }
            try SenderRecords.erase(keys.identity, in: store)
            return winner.statement
        }
        try SenderRecords.erase(keys.identity, in: store)
        return succession
    }

    /// Gives a name its next identity and shows the statement; an identity whose statement may not
    /// have been shown is shown instead.
    ///
    /// So a caller that repeats it after a failure completes what was begun, and does not go on to
    /// a further identity.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - store: The store that has it.
    ///   - now: The time of the succession.
    ///   - show: Takes the statement, and whether it is new; if it throws, the next call shows it
    ///     again.
    /// - Throws: What ``succeed(named:in:at:)`` throws, and what `show` throws.
    public static func succeed(
        named name: String = defaultName,
        in store: RecordStore,
        at now: Timestamp,
        showing show: (SenderIdentity.Succession, _ isNew: Bool) throws -> Void
    ) throws {
        let chain = try IdentityChain(of: name, in: store)
        let last = chain.isEnded ? nil : chain.successions.last?.statement
        let unshown = try last.flatMap { succession throws(KeyError) in
            try OwnStatements.isShown(succession, in: store) ? nil : succession
        }
        if unshown != nil { try chain.eraseEarlier(in: store) }
        let succession = try unshown ?? succeed(named: name, in: store, at: now)
        try show(succession, unshown == nil)
        // If this fails it is shown once more; what was asked for is done.
        try? OwnStatements.noteShown(succession, in: store)
    }

    /// Revokes the current identity of a name, which ends the name; an earlier end stays.
    ///
    /// - Returns: The statement for devices that know the identity.
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func revoke(
        named name: String = defaultName,
        in store: RecordStore,
        at now: Timestamp
    ) throws(KeyError) -> SenderIdentity.Revocation {
        while true {
            let (chain, keys) = try IdentityChain.load(name, from: store)
            try chain.eraseEarlier(in: store)
            if let keys {
                let revocation = SenderIdentity.Revocation(signing: keys.signingKey)
                try OwnStatements.keep(revocation, in: store)
                try OwnStatements.publish(chain.current, endingName: true, at: now, in: store)
            }
            // Another process may have published it as that of an earlier identity; then the name
            // has a next one.
            if let notice = try OwnStatements.notice(of: chain.current, in: store),
                notice.endsName
            {
                return notice.revocation
            }
        }
    }

    /// Publishes the revocations of a name's earlier identities, which were kept when they were
    /// succeeded (S-16); the name and its current identity stay as they are.
    ///
    /// For an old key that may be in other hands, as that of a person who leaves.
    ///
    /// - Returns: The revocations of all earlier identities, the oldest first; none if the name
    ///   had only one.
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func revokeEarlier(
        named name: String = defaultName,
        in store: RecordStore,
        at now: Timestamp
    ) throws(KeyError) -> [SenderIdentity.Revocation] {
        var revocations: [SenderIdentity.Revocation] = []
        let chain = try IdentityChain(of: name, in: store)
        try chain.eraseEarlier(in: store)
        for identity in chain.earlier {
            guard let revocation = try OwnStatements.revocation(of: identity, in: store) else {
                throw .store(.corrupted)
            }
            try OwnStatements.publish(identity, endingName: false, at: now, in: store)
            revocations.append(revocation)
        }
        return revocations
    }

    /// Erases the private keys and secrets of all earlier identities.
    ///
    /// A name that fails keeps no other name's keys.
    ///
    /// - Throws: ``KeyError/senderDamaged``, ``KeyError/store(_:)``: the first failure.
    static func eraseEarlier(in store: RecordStore) throws(KeyError) {
        var failure: KeyError?
        for name in try SenderRecords.names(in: store).names {
            do throws(KeyError) {
                try IdentityChain(of: name, in: store).eraseEarlier(in: store)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// The successions and published revocations of a name, for devices that have missed some.
    ///
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func statements(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Statements {
        try IdentityChain(of: name, in: store).statements
    }
}
