// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// The statements of other senders that a store keeps, each under the identity that made it.
///
/// They are kept whether or not that identity is a contact, and are never replaced: so a
/// second succession is noticed at whatever time it comes.
struct SenderStatements {
    let store: RecordStore

    private enum Kind: String {
        /// The first succession from an identity.
        case succession = "contact succession"
        /// A succession to another identity than the first one's; that both were acted upon is
        /// durable by then.
        case conflict = "contact conflict"
        /// `version | new identity`: whom the identity's names are given to, written before they
        /// are.
        case successor = "contact successor"
        /// `version`: the successor has all that it gets.
        case followed = "contact followed"
        /// A revocation; that it was acted upon is durable by then.
        case revocation = "contact revocation"

        func id(of identity: [UInt8]) -> [UInt8] { Array(rawValue.utf8) + [0] + identity }
    }

    private static let version: UInt8 = 1

    /// Keeps `succession` unless there is one from the same identity, and gives the identity that
    /// the first one leads to.
    func keepFirst(_ succession: SenderIdentity.Succession) throws(ContactError) -> SenderIdentity {
        let old = succession.old.bytes
        guard try !create(.succession, old, succession.bytes) else { return succession.new }
        try sync()
        // It was there, and none is ever removed.
        guard let bytes = try read(.succession, old) else { throw .store(.corrupted) }
        do throws(WireError) {
            return try SenderIdentity.Succession(reading: bytes.span).new
        } catch {
            throw .store(.corrupted)
        }
    }

    func isContradicted(_ old: [UInt8]) throws(ContactError) -> Bool {
        try read(.conflict, old) != nil
    }

    func keepConflicting(_ succession: SenderIdentity.Succession) throws(ContactError) {
        _ = try create(.conflict, succession.old.bytes, succession.bytes)
    }

    /// The identity that a succession from `old` was followed to, also if that was only begun.
    func successor(of old: [UInt8]) throws(ContactError) -> [UInt8]? {
        guard let contents = try read(.successor, old) else { return nil }
        guard contents.first == Self.version, contents.count == 1 + SenderIdentity.count else {
            throw .store(.corrupted)
        }
        return Array(contents.dropFirst())
    }

    func isFollowed(_ old: [UInt8]) throws(ContactError) -> Bool {
        try read(.followed, old) != nil
    }

    func beginFollowing(_ succession: SenderIdentity.Succession) throws(ContactError) {
        let contents = [Self.version] + succession.new.bytes
        _ = try create(.successor, succession.old.bytes, contents)
    }

    func noteFollowed(_ succession: SenderIdentity.Succession) throws(ContactError) {
        _ = try create(.followed, succession.old.bytes, [Self.version])
    }

    func isRevoked(_ identity: [UInt8]) throws(ContactError) -> Bool {
        try read(.revocation, identity) != nil
    }

    func keep(_ revocation: SenderIdentity.Revocation) throws(ContactError) {
        _ = try create(.revocation, revocation.sender.bytes, revocation.bytes)
    }

    /// Makes durable what is found: the run that wrote it may have been stopped before it saw to
    /// that.
    func sync() throws(ContactError) {
        do throws(StoreError) {
            try store.sync(.statements)
        } catch {
            throw .store(error)
        }
    }

    private func read(_ kind: Kind, _ identity: [UInt8]) throws(ContactError) -> [UInt8]? {
        do throws(StoreError) {
            return try store.read(.statements, id: kind.id(of: identity))
        } catch {
            throw .store(error)
        }
    }

    private func create(
        _ kind: Kind,
        _ identity: [UInt8],
        _ contents: [UInt8]
    ) throws(ContactError) -> Bool {
        do throws(StoreError) {
            return try store.create(
                .statements,
                id: kind.id(of: identity),
                contents: contents.span
            )
        } catch {
            throw .store(error)
        }
    }
}
