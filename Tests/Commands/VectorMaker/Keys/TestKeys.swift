// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// What the published secrets are made of: the hash of a text that says so.
enum PublicText {
    static func hash(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

    static func signingKey(_ name: String) -> SigningKey {
        let seed = hash("SealedPush published test identity \(name)")
        guard let key = try? SigningKey(seed: SecretBytes(copying: seed.span)) else {
            preconditionFailure("a hash is a seed")
        }
        return key
    }
}

/// A device of the folder `keys`.
final class TestDevice: Sendable {
    let name: String
    let signingKey: SigningKey

    init(_ name: String) {
        self.name = name
        signingKey = PublicText.signingKey(name)
    }

    var identity: DeviceIdentity { DeviceIdentity(signingKey.publicKey) }

    func sign(_ message: [UInt8]) -> [UInt8] { signingKey.signature(for: message.span) }

    func seed(_ prekey: PrekeyName) -> [UInt8] {
        PublicText.hash("SealedPush published test prekey \(name) \(prekey.rawValue)")
    }

    func record(
        _ prekey: PrekeyName = .reusable,
        _ change: (inout PrekeyRecord.Terms) -> Void = { _ in }
    ) -> PrekeyRecord {
        var terms = PrekeyRecord.Terms(
            class: prekey.class,
            epoch: 486_111,
            notBefore: Moment.base.advanced(by: .seconds(-86_400)),
            notAfter: Moment.notAfter
        )
        change(&terms)
        guard let key = try? DevicePrekey.publicKey(seed: seed(prekey).span) else {
            preconditionFailure("a hash is a seed")
        }
        return PrekeyRecord(signing: key, terms: terms, with: signingKey)
    }
}

/// What a key file calls a prekey.
enum PrekeyName: String {
    case reusable
    case oneTime1 = "one-time-1"
    case oneTime2 = "one-time-2"

    var `class`: PrekeyRecord.Class { self == .reusable ? .reusable : .oneTime }
}

/// A sender of the folder `keys`.
final class TestSender: Sendable {
    let name: String
    let signingKey: SigningKey
    let secret: [UInt8]

    init(_ name: String) {
        self.name = name
        signingKey = PublicText.signingKey(name)
        secret = PublicText.hash("SealedPush published test secret \(name)")
    }

    var identity: SenderIdentity { SenderIdentity(signingKey.publicKey) }

    func sign(_ message: [UInt8]) -> [UInt8] { signingKey.signature(for: message.span) }

    func keys() throws -> SenderKeys {
        let secret = secret
        return try SenderKeys(
            signingKey: PublicText.signingKey(name),
            secret: SecretBytes(copying: secret.span)
        )
    }
}

/// The moments that vectors are set at.
enum Moment {
    /// 2025-06-15T15:06:40Z.
    static let base = Timestamp(clamping: 1_750_000_000_000)
    /// Where the records of the vectors end, unless they say otherwise: 45 days later.
    static let notAfter = base.advanced(by: .seconds(45 * 86_400))
}
