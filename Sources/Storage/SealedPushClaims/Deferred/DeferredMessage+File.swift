// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

// `deferred/<envelope hash, lower-case hex>`, with `.voip` behind it for a call: version 1 | kind u8
// | arrival u64 | prekey id 8 | length u8 | identifier | payload. The kind is 1 for an alert and 2
// for a call, as the name says: one who delivers an envelope as the other kind takes no message's
// place (T-16). The length is 0 if there is no identifier. Not sealed: a locked device has not the
// key for that. The file tells no more than the push service saw.

extension DeferredMessage {
    private static let version: UInt8 = 1
    private static let arrivalOffset = 2
    private static let prekeyOffset = arrivalOffset + 8
    private static let lengthOffset = prekeyOffset + PrekeyRecord.ID.count
    private static let headCount = lengthOffset + 1

    /// Whether an identifier has a size that is kept.
    package static func canKeep(identifier: String) -> Bool {
        1...identifierLimit ~= identifier.utf8.count
    }

    private static let callSuffix = ".voip"

    /// Where the message of this hash and kind stands.
    static func path(of hash: EnvelopeHash, _ kind: Payload.PushKind) -> StorePath {
        let suffix = kind == .alert ? "" : callSuffix
        return StorePath(folder: StoreFolder.deferred, name: hash.description + suffix)
    }

    /// Reads the name of a file, or gives nil if we would not have chosen it.
    static func parts(ofName file: String) -> (EnvelopeHash, Payload.PushKind)? {
        let isCall = file.hasSuffix(callSuffix)
        let text = isCall ? String(file.dropLast(callSuffix.count)) : file
        guard let bytes = Hex.decode(text), bytes.count == EnvelopeHash.count else { return nil }
        let hash = EnvelopeHash(bytes)
        return hash.description == text ? (hash, isCall ? .voip : .alert) : nil
    }

    /// What the message's file holds.
    var encoded: [UInt8] {
        let name = Array((identifier ?? "").utf8)
        var bytes: [UInt8] = [Self.version, kind == .alert ? 1 : 2]
        bytes.append(bigEndian: arrival.milliseconds)
        return bytes + prekey.bytes + [UInt8(name.count)] + name + payload
    }

    /// Reads a file; one that we would not have written is damaged.
    init(
        _ hash: EnvelopeHash,
        _ kind: Payload.PushKind,
        reading bytes: Span<UInt8>
    ) throws(StoreError) {
        guard bytes.count > Self.headCount, bytes[0] == Self.version,
            bytes[1] == (kind == .alert ? 1 : 2),
            let arrival = Timestamp(
                milliseconds: bytes.bigEndian(UInt64.self, at: Self.arrivalOffset)
            )
        else { throw .corrupted }
        let payloadOffset = Self.headCount + Int(bytes[Self.lengthOffset])
        guard 1...Self.payloadLimit ~= bytes.count - payloadOffset else { throw .corrupted }
        self.init(
            hash: hash,
            prekey: PrekeyRecord.ID(
                Array(copying: bytes.extracting(Self.prekeyOffset..<Self.lengthOffset))
            ),
            arrival: arrival,
            payload: Array(copying: bytes.extracting(droppingFirst: payloadOffset)),
            identifier: try Self.identifier(bytes.extracting(Self.headCount..<payloadOffset)),
            kind: kind
        )
    }

    /// Reads an identifier, nil if it has no byte.
    static func identifier(_ bytes: Span<UInt8>) throws(StoreError) -> String? {
        guard bytes.count > 0 else { return nil }
        guard let text = String(validating: Array(copying: bytes), as: UTF8.self),
            canKeep(identifier: text)
        else { throw .corrupted }
        return text
    }
}
