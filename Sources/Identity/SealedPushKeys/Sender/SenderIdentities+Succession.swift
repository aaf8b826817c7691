// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension SenderIdentities {
    /// Every identity that a name has stood for, the first one first and the current one last, by
    /// the successions that the store has signed.
    ///
    /// A subscription for any of them is one of this sender (``SealedPush/SubscriptionRule``).
    ///
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/senderRevoked``,
    ///   ``KeyError/store(_:)``.
    public static func identities(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> [SenderIdentity] {
        let successions = try statements(named: name, in: store).successions
        guard let first = successions.first else {
            return [try load(named: name, from: store).identity]
        }
        return [first.old] + successions.map(\.new)
    }
}
