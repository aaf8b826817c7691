// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

// `parked/<envelope hash, lower-case hex>`: version 1 | arrival u64 | prekey id 8 | payload. Not sealed: the key for
// that is what a locked device has not. Others see no more in it than the push service did.

extension ParkedMessage {
    private static let version: UInt8 = 1
    private static let prekeyOffset = 9
    private static let headCount = prekeyOffset + PrekeyID.count

    /// The most bytes that a file has.
    static let fileLimit = headCount + payloadLimit

    /// Where the message of this hash stands.
    static func path(of hash: EnvelopeHash) -> StorePath {
        StorePath(folder: StoreFolder.parked, name: hash.description)
    }

    /// Reads the name of a file, or gives nil where we would not have chosen it.
    static func hash(named file: String) -> EnvelopeHash? {
        guard let bytes = Hex.decode(file), bytes.count == EnvelopeHash.count else { return nil }
        let hash = EnvelopeHash(bytes)
        return hash.description == file ? hash : nil
    }

    /// What the message's file holds.
    var encoded: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: arrival.milliseconds)
        return bytes + prekey.bytes + payload
    }

    /// Reads a file; one that we would not have written is damaged.
    init(_ hash: EnvelopeHash, reading bytes: Span<UInt8>) throws(StoreError) {
        guard bytes.count > Self.headCount, bytes.count <= Self.fileLimit,
            bytes[0] == Self.version,
            let arrival = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 1))
        else { throw .corrupted }
        self.init(
            hash: hash,
            prekey: PrekeyID(Array(copying: bytes.extracting(Self.prekeyOffset..<Self.headCount))),
            arrival: arrival,
            payload: Array(copying: bytes.extracting(droppingFirst: Self.headCount))
        )
    }
}
