// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How many bytes go into each primitive, from the byte tables of the protocol and of RFC 9180.
struct PrimitiveSizes {
    /// The whole envelope.
    let envelope: Int
    /// The app's bundle id.
    let topic: Int

    static let content = 110
    static let signature = 64
    static let tag = 16
    static let hash = 32

    /// version, prekey id, message id, encapsulated key.
    static let associatedData = 1 + 8 + 16 + 1120

    init(of message: MessageCase) {
        envelope = message.envelopeCount
        topic = Exchange.topicText.utf8.count
    }

    var plaintext: Int { envelope - Self.associatedData - Self.tag }
    /// Everything after the signature.
    var rest: Int { plaintext - Self.signature }
    /// label, length of the topic, topic, device, hash of the record, message id.
    var info: Int { "SealedPush v1 info0".utf8.count + 2 + topic + 32 + Self.hash + 16 }
    /// label, SHA-512 of info, associated data, rest.
    var signed: Int { "SealedPush v1 message0".utf8.count + 64 + Self.associatedData + rest }
    /// label, random bytes, hash of the record, hash of the rest.
    var messageID: Int { "SealedPush v1 message id0".utf8.count + 32 + Self.hash + Self.hash }
}

/// The sizes of what RFC 9180 hashes, in mode Base with SHA-256.
enum HPKESizes {
    private static let version = "HPKE-v1".utf8.count
    /// "HPKE" and the ids of KEM, KDF and AEAD.
    private static let suite = 4 + 6
    /// The length before, and HKDF's counter behind, what is expanded.
    private static let expansion = 2 + 1
    /// mode, psk_id_hash, info_hash.
    private static let context = 1 + 32 + 32

    static func infoExtraction(_ info: Int) -> Int {
        version + suite + "info_hash".utf8.count + info
    }
    static let secretExtraction = version + suite + "secret".utf8.count
    static let keyExpansion = expansion + version + suite + "key".utf8.count + context
    static let nonceExpansion = expansion + version + suite + "base_nonce".utf8.count + context
}
