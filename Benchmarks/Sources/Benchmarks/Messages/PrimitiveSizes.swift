// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// How many bytes go into each primitive, from the byte tables of the protocol and of RFC 9180.
struct PrimitiveSizes {
    let suite: Suite
    /// The whole envelope.
    let envelope: Int
    /// The app's bundle id.
    let topic: Int

    static let content = 110
    static let signature = 64
    static let tag = 16
    static let hash = 32

    static func associatedData(of suite: Suite) -> Int {
        28 + suite.encapsulatedKeyCount
    }

    init(of message: MessageCase) {
        suite = message.suite
        envelope = message.envelopeCount
        topic = Exchange.topicText.utf8.count
    }

    var associatedData: Int { Self.associatedData(of: suite) }
    var plaintext: Int { envelope - associatedData - Self.tag }
    /// Everything after the signature.
    var rest: Int { plaintext - Self.signature }
    /// label, suite, length of the topic, topic, device, hash of the record, message id.
    var info: Int { "SealedPush v1 info0".utf8.count + 1 + 2 + topic + 32 + Self.hash + 16 }
    /// label, SHA-512 of info, associated data, rest.
    var signed: Int { "SealedPush v1 message0".utf8.count + 64 + associatedData + rest }
    /// label, random bytes, hash of the record, hash of the rest.
    var messageID: Int { "SealedPush v1 message id0".utf8.count + 32 + Self.hash + Self.hash }
    /// Random bytes, sender secret, hash of info and rest.
    var ephemeralMaterial: Int { 32 + 32 + Self.hash }
    /// label, HKDF's counter.
    var ephemeralExpansion: Int { "SealedPush v1 ephemeral0".utf8.count + 1 }
}

/// The sizes of what RFC 9180 hashes, in mode Base with SHA-256.
enum HPKESizes {
    private static let version = "HPKE-v1".utf8.count
    /// "KEM" and its id.
    private static let kem = 3 + 2
    /// "HPKE" and the ids of KEM, KDF and AEAD.
    private static let suite = 4 + 6
    /// The length before, and HKDF's counter behind, what is expanded.
    private static let expansion = 2 + 1
    /// mode, psk_id_hash, info_hash.
    private static let context = 1 + 32 + 32

    static let keyPairExtraction = version + kem + "dkp_prk".utf8.count + 32
    static let keyPairExpansion = expansion + version + kem + "sk".utf8.count
    static let agreementExtraction = version + kem + "eae_prk".utf8.count + 32
    static let agreementExpansion = expansion + version + kem + "shared_secret".utf8.count + 64
    static func infoExtraction(_ info: Int) -> Int {
        version + suite + "info_hash".utf8.count + info
    }
    static let secretExtraction = version + suite + "secret".utf8.count
    static let keyExpansion = expansion + version + suite + "key".utf8.count + context
    static let nonceExpansion = expansion + version + suite + "base_nonce".utf8.count + context
}
