// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore

/// A message that arrived while the device was locked: still encrypted, as the push service
/// delivered it.
package struct DeferredMessage: Hashable, Sendable {
    /// The hash of its envelope, by which it is called, together with its kind.
    package let hash: EnvelopeHash
    /// The prekey that it asks for.
    package let prekey: PrekeyRecord.ID
    /// When it arrived, by the device's clock: its time is checked against this and against now.
    package let arrival: Timestamp
    /// The outer payload, byte for byte.
    package let payload: [UInt8]
    /// What the push service called the notification, if it was deferred with that: a later one of
    /// this name replaces it.
    package let identifier: String?
    /// What the system delivered it as: it is opened as that (T-15).
    package let kind: Payload.PushKind

    /// The most bytes of UTF-8 in an identifier, as `apns-collapse-id` has.
    package static let identifierLimit = 64
    /// The most bytes that a payload has: 16 KiB, more than any service delivers.
    package static let payloadLimit = 16 * 1024

    /// Puts the parts together.
    package init(
        hash: EnvelopeHash,
        prekey: PrekeyRecord.ID,
        arrival: Timestamp,
        payload: [UInt8],
        identifier: String? = nil,
        kind: Payload.PushKind = .alert
    ) {
        self.hash = hash
        self.prekey = prekey
        self.arrival = arrival
        self.payload = payload
        self.identifier = identifier
        self.kind = kind
    }
}

/// What became of an attempt to defer a message.
package enum DeferralOutcome: Hashable, Sendable {
    /// The message is deferred, durably. `isFirst` says whether none was deferred before it, so
    /// that the user is told. Of messages deferred at the same moment several may be first, never
    /// none.
    case deferred(isFirst: Bool)
    /// The same envelope was deferred before as this kind: what is there stays, with the time of
    /// its first arrival (T-16).
    case present
    /// There is no more room; the message was not deferred.
    case full
    /// No claim can be made under this prekey: it was never this device's, or is gone. Not deferred
    /// (T-14).
    case unknownPrekey
}

/// The messages that are deferred, by what names and orders them.
package struct DeferredListing: Sendable {
    /// One message; its payload is read when its turn comes, so that one is in memory at a time.
    package struct Entry: Hashable, Sendable {
        /// The hash of its envelope.
        package let hash: EnvelopeHash
        /// The prekey that it asks for.
        package let prekey: PrekeyRecord.ID
        /// When it arrived, by the device's clock.
        package let arrival: Timestamp
        /// What the push service called the notification.
        package let identifier: String?
        /// What the system delivered it as.
        package let kind: Payload.PushKind
    }

    /// Those that could be read, in order of arrival; of the same moment, by their hash.
    package let entries: [Entry]
    /// Why others could not.
    package let failures: [StoreError]
}

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
