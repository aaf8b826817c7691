// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// What a store has signed about its own identities: records that are created once.
enum OwnStatements {
    /// A note that a revocation was published.
    struct Notice {
        let revocation: SenderIdentity.Revocation
        /// When it was published.
        let time: Timestamp
        /// Whether it ended the name, or was about an earlier identity of it.
        let endsName: Bool
    }

    // MARK: - Successions

    /// `succession | time u64`.
    static func create(
        _ succession: SenderIdentity.Succession,
        at time: Timestamp,
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        var contents = succession.bytes
        contents.append(bigEndian: time.milliseconds)
        return try create(successionID(of: succession.old), contents, in: store)
    }

    static func succession(
        of identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> IdentityChain.Dated<SenderIdentity.Succession>? {
        guard let contents = try read(successionID(of: identity), in: store) else { return nil }
        let count = SenderIdentity.Succession.count
        guard contents.count == count + 8,
            let succession = try? SenderIdentity.Succession(
                reading: contents.span.extracting(first: count)
            ),
            succession.old == identity
        else { throw .store(.corrupted) }
        let time = Timestamp(clamping: contents.span.bigEndian(UInt64.self, at: count))
        return IdentityChain.Dated(statement: succession, time: time)
    }

    // MARK: - Revocations

    /// Keeps the revocation of an identity, unless it is kept, and publishes nothing.
    static func keep(
        _ revocation: SenderIdentity.Revocation,
        in store: RecordStore
    ) throws(KeyError) {
        _ = try create(revocationID(of: revocation.sender), revocation.bytes, in: store)
    }

    /// The revocation that is kept of an identity, nil if none is.
    static func revocation(
        of identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Revocation? {
        guard let bytes = try read(revocationID(of: identity), in: store) else { return nil }
        guard let revocation = try? SenderIdentity.Revocation(reading: bytes.span),
            revocation.sender == identity
        else { throw .store(.corrupted) }
        return revocation
    }

    /// Notes that the revocation that is kept of an identity was published, unless that is noted.
    static func publish(
        _ identity: SenderIdentity,
        endingName: Bool,
        at time: Timestamp,
        in store: RecordStore
    ) throws(KeyError) {
        var contents: [UInt8] = [endingName ? 1 : 0]
        contents.append(bigEndian: time.milliseconds)
        _ = try create(noticeID(of: identity), contents, in: store)
    }

    static func notice(
        of identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> Notice? {
        guard let contents = try read(noticeID(of: identity), in: store) else { return nil }
        guard contents.count == 9, contents[0] <= 1,
            let revocation = try revocation(of: identity, in: store)
        else { throw .store(.corrupted) }
        return Notice(
            revocation: revocation,
            time: Timestamp(clamping: contents.span.bigEndian(UInt64.self, at: 1)),
            endsName: contents[0] == 1
        )
    }

    // MARK: - Shown

    /// Notes that a succession was shown to its caller.
    static func noteShown(
        _ succession: SenderIdentity.Succession,
        in store: RecordStore
    ) throws(KeyError) {
        _ = try create(shownID(of: succession), [1], in: store)
    }

    static func isShown(
        _ succession: SenderIdentity.Succession,
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        do throws(StoreError) {
            return try store.contains(.statements, id: shownID(of: succession))
        } catch {
            throw .store(error)
        }
    }

    // MARK: - Records

    private static func successionID(of identity: SenderIdentity) -> [UInt8] {
        Array("own succession\0".utf8) + identity.bytes
    }

    private static func revocationID(of identity: SenderIdentity) -> [UInt8] {
        Array("own revocation\0".utf8) + identity.bytes
    }

    private static func noticeID(of identity: SenderIdentity) -> [UInt8] {
        Array("published revocation\0".utf8) + identity.bytes
    }

    private static func shownID(of succession: SenderIdentity.Succession) -> [UInt8] {
        Array("shown succession\0".utf8) + succession.new.bytes
    }

    private static func create(
        _ id: [UInt8],
        _ contents: [UInt8],
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        do throws(StoreError) {
            return try store.create(.statements, id: id, contents: contents.span)
        } catch {
            throw .store(error)
        }
    }

    private static func read(
        _ id: [UInt8],
        in store: RecordStore
    ) throws(KeyError) -> [UInt8]? {
        do throws(StoreError) {
            return try store.read(.statements, id: id)
        } catch {
            throw .store(error)
        }
    }
}
