// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto

/// The codes with which a device can show that pushes to its token reach it.
///
/// At most three codes are made in an hour, and each is valid for ten minutes and for one version of the token. The
/// first is pushed in the background; if no answer comes, another is pushed as an alert, because background pushes
/// may never arrive. The first stays valid beside it. A device that loses its token to another identity gets one
/// more, its recall, which is not counted.
package struct ActivationCodes: Hashable, Sendable {
    /// The codes of the last hour, oldest first.
    package private(set) var codes: [Code] = []

    /// A code as a store keeps it: the digest of the challenge that it makes, so that neither a
    /// dump nor a proof shows it.
    package struct Code: Hashable, Sendable {
        /// The digest, or nil if the code was used or made worthless.
        package var digest: Capability.Digest?
        package let version: TokenVersion
        package let issued: Timestamp
        /// Whether it is a recall, which counts for no limit.
        package let isRecall: Bool

        package init(
            digest: Capability.Digest?,
            version: TokenVersion,
            issued: Timestamp,
            isRecall: Bool = false
        ) {
            self.digest = digest
            self.version = version
            self.issued = issued
            self.isRecall = isRecall
        }
    }

    /// The most codes in an hour.
    package static let limit = 3
    /// How long a code is valid.
    package static let validity: Duration = .minutes(10)
    /// How long a background push has to arrive before an alert follows.
    package static let alertDelay: Duration = .seconds(20)

    /// How a code is pushed.
    package enum Push: Hashable, Sendable {
        /// The app answers while it is in the foreground, and the user sees nothing.
        case background
        /// The app's extension answers.
        case alert
        /// In the background, to a device that has lost its token to another identity.
        case recall
    }

    private static let period: Duration = .hours(1)
    /// How far ahead a code's time is trusted: the clock may have been set back since.
    fileprivate static let tolerance: Duration = .minutes(1)

    package init() {}

    /// Takes what a store has kept.
    package init(stored codes: [Code]) {
        self.codes = codes
    }

    /// Makes all codes worthless but those of a token that still waits; when they were made stays.
    mutating func use(keeping version: TokenVersion?) {
        for index in codes.indices where codes[index].version != version {
            codes[index].digest = nil
        }
    }

    /// Whether a recall waits for its answer.
    var hasRecall: Bool { codes.contains { $0.isRecall && $0.digest != nil } }

    /// Takes a code that no limit counts, in the place of an earlier one.
    mutating func recall(
        _ digest: Capability.Digest,
        for version: TokenVersion,
        at now: Timestamp
    ) {
        codes.removeAll(where: \.isRecall)
        codes.append(Code(digest: digest, version: version, issued: now, isRecall: true))
    }

    mutating func issue(
        _ digest: Capability.Digest,
        for version: TokenVersion,
        at now: Timestamp
    ) throws(ActivationError) -> Push {
        codes.removeAll { !$0.isYounger(than: Self.period, at: now) }
        let counted = codes.filter { !$0.isRecall }
        if counted.count >= Self.limit, let oldest = counted.first {
            let end = oldest.issued.advanced(by: Self.period)
            throw .tooManyCodes(retryAfter: end.timeSince1970 - now.timeSince1970)
        }
        let isUnanswered = codes.contains { code in
            code.digest != nil && code.version == version
                && code.isYounger(than: Self.validity, at: now)
                && code.issued.advanced(by: Self.alertDelay) <= now
        }
        codes.append(Code(digest: digest, version: version, issued: now))
        return isUnanswered ? .alert : .background
    }

    func contains(
        _ digest: Capability.Digest,
        for version: TokenVersion,
        at now: Timestamp
    ) -> Bool {
        codes.contains { code in
            code.digest == digest && code.version == version
                && code.isYounger(than: Self.validity, at: now)
        }
    }
}

extension ActivationCodes.Code {
    fileprivate func isYounger(than age: Duration, at now: Timestamp) -> Bool {
        issued <= now.advanced(by: ActivationCodes.tolerance) && now < issued.advanced(by: age)
    }
}

/// Why a token is not activated.
package enum ActivationError: Error, Hashable {
    /// No token waits for its activation, or the device has ended.
    case nothingToActivate
    /// As many codes as are allowed were made in the last hour.
    case tooManyCodes(retryAfter: Duration)
    /// The proof is another device's, or names another relay.
    case wrongProof
    /// The code is unknown, used, expired, or was made for another token.
    case wrongCode
}

/// What a device answers to replace a credential that its app has lost.
///
/// The relay keeps none: the nonce is a code over the device, its present credential and the time.
/// So only the relay can tell it in advance, and a proof works once, because it replaces the
/// credential on which its nonce rests (V-19).
package struct CredentialChallenge: Hashable, Sendable {
    /// The nonce that the relay answers, 32 bytes.
    package let nonce: [UInt8]
    /// What a device makes of the nonce.
    package let asked: DeviceIdentity.PossessionProof.Challenge
    /// The credential that it replaces.
    let credential: Capability.Digest

    /// How long a challenge is valid at least; it is never valid for more than twice that.
    package static let validity: Duration = .minutes(10)

    /// Makes the challenge of this moment.
    package init(
        to device: RelayDevice,
        at origin: WebOrigin,
        key: borrowing SecretBytes,
        now: Timestamp
    ) {
        var message = Array("credential".utf8)
        message.append(bigEndian: UInt64(bitPattern: device.id.number))
        message += device.credential.bytes
        message.append(bigEndian: UInt64(now.timeSince1970 / Self.validity))
        nonce = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(message) }
        }
        credential = device.credential
        asked = DeviceIdentity.PossessionProof.Challenge(
            to: .credential,
            at: origin,
            of: device.id.text,
            nonce: nonce
        )
    }

    /// The challenge that a proof answers, or nil if it was made for another device or credential,
    /// or is too old.
    package init?(
        answeredBy proof: DeviceIdentity.PossessionProof,
        of device: RelayDevice,
        at origin: WebOrigin,
        key: borrowing SecretBytes,
        now: Timestamp
    ) {
        for moment in [now, now.advanced(by: .zero - Self.validity)] {
            self.init(to: device, at: origin, key: key, now: moment)
            if proof.answers(asked) { return }
        }
        return nil
    }
}
