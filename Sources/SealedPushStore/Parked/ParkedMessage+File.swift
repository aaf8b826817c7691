// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

// `parked/<envelope hash, lower-case hex>`: version | arrival u64 | prekey id 8 | payload, in version 2 with a byte for
// the length of the identifier and the identifier before the payload. Not sealed: the key for that is what a locked
// device has not. Others see no more in it than the push service did.

extension ParkedMessage {
    /// Written where there is no identifier.
    private static let version: UInt8 = 1
    private static let versionWithIdentifier: UInt8 = 2
    private static let prekeyOffset = 9
    private static let headCount = prekeyOffset + PrekeyID.count

    /// The most bytes that a file has.
    static let fileLimit = headCount + 1 + identifierLimit + payloadLimit

    /// Whether an identifier has a size that is kept.
    package static func canKeep(identifier: String) -> Bool {
        1...identifierLimit ~= identifier.utf8.count
    }

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
        var bytes = [identifier == nil ? Self.version : Self.versionWithIdentifier]
        bytes.append(bigEndian: arrival.milliseconds)
        bytes += prekey.bytes
        if let identifier { bytes += [UInt8(identifier.utf8.count)] + identifier.utf8 }
        return bytes + payload
    }

    /// Reads a file; one that we would not have written is damaged.
    init(_ hash: EnvelopeHash, reading bytes: Span<UInt8>) throws(StoreError) {
        guard bytes.count > Self.headCount,
            let arrival = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 1))
        else { throw .corrupted }
        let rest = bytes.extracting(droppingFirst: Self.headCount)
        var identifier: String?
        var payloadOffset = 0
        switch bytes[0] {
        case Self.version: break
        case Self.versionWithIdentifier:
            payloadOffset = 1 + Int(rest[0])
            guard payloadOffset <= rest.count else { throw .corrupted }
            let name = Array(copying: rest.extracting(1..<payloadOffset))
            guard let text = String(validating: name, as: UTF8.self),
                Self.canKeep(identifier: text)
            else { throw .corrupted }
            identifier = text
        default: throw .corrupted
        }
        let payload = rest.extracting(droppingFirst: payloadOffset)
        guard 1...Self.payloadLimit ~= payload.count else { throw .corrupted }
        self.init(
            hash: hash,
            prekey: PrekeyID(Array(copying: bytes.extracting(Self.prekeyOffset..<Self.headCount))),
            arrival: arrival,
            payload: Array(copying: payload),
            identifier: identifier
        )
    }
}
