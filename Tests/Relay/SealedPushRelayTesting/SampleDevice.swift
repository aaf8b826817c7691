// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto
package import SealedPushRelay

/// A device with real keys that talks to the relay.
package final class SampleDevice {
    package let key = SigningKey()
    package let id = DeviceID()
    package let app = AppEnvironment(app: "chat", environment: .production)
    package let fingerprintKey = SecretBytes(randomCount: 32)

    package init() {}

    package static let now = Timestamp(clamping: 1_800_000_000_000)

    package var identity: DeviceIdentity { DeviceIdentity(key.publicKey) }

    package func fingerprint(_ token: String) -> TokenFingerprint {
        TokenFingerprint(of: Array(token.utf8), for: app, key: fingerprintKey)
    }

    /// A registration at `now` with this token.
    package func registered(
        _ token: String = "first",
        credential: Capability = Capability()
    ) -> RelayDevice {
        RelayDevice(
            registering: id,
            app: app,
            identity: identity,
            credential: credential.digest,
            token: fingerprint(token),
            sealed: { [UInt8($0.number)] },
            at: Self.now
        )
    }

    /// A device whose first token is active since `now`.
    package func active(credential: Capability = Capability()) throws -> RelayDevice {
        var device = registered(credential: credential)
        try activate(&device, at: Self.now)
        return device
    }

    package func activate(_ device: inout RelayDevice, at now: Timestamp) throws {
        let code = Capability()
        try device.issueCode(code, origin: Self.origin, at: now)
        try device.activate(by: try proof(of: code, for: device.id), origin: Self.origin, at: now)
    }

    package static let origin: WebOrigin = {
        guard let origin = WebOrigin("https://relay.example".utf8) else {
            preconditionFailure("not an origin")
        }
        return origin
    }()

    /// A proof with a nonce, for this device unless another is named.
    package func proof(
        _ purpose: DeviceIdentity.PossessionPurpose = .activation,
        of nonce: Capability,
        for device: DeviceID? = nil,
        origin: String = SampleDevice.origin.text
    ) throws -> DeviceIdentity.PossessionProof {
        DeviceIdentity.PossessionProof(
            signing: key,
            answering: try DeviceIdentity.PossessionProof.Challenge(
                to: purpose,
                at: origin,
                of: (device ?? id).text,
                nonce: nonce.bytes
            )
        )
    }

    package func record(
        _ class: PrekeyRecord.Class,
        epoch: UInt32 = 1,
        minimumEpoch: UInt32 = 0,
        from start: Duration = .zero,
        for term: Duration = .seconds(45 * 86_400)
    ) throws -> PrekeyRecord {
        let seed = SecretBytes(randomCount: 32)
        let pair = try seed.withBytes { seed throws(CryptoError) in
            try XWingPrivateKey(seed: seed)
        }
        let begin = Self.now.advanced(by: start)
        return PrekeyRecord(
            signing: pair.publicKey,
            terms: PrekeyRecord.Terms(
                class: `class`,
                epoch: epoch,
                minimumEpoch: minimumEpoch,
                notBefore: begin,
                notAfter: begin.advanced(by: term)
            ),
            with: key
        )
    }
}

extension Timestamp {
    package static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        moment.advanced(by: duration)
    }
}
