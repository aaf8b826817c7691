// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
public import SealedPushCoding

/// A code that a relay has pushed to a device, to check that the push token is the device's own.
///
/// An app answers one only for a device that it has registered at this relay:
/// ``RelayClient/activate(_:answering:by:)`` compares them (V-23).
public struct RelayActivation: Sendable {
    /// The relay that has pushed the code, as it says so itself.
    public let origin: String
    /// The device that the relay means.
    public let device: String
    /// The code: the nonce of the possession proof.
    let code: [UInt8]

    /// Reads a push's payload; nil if it is another push.
    public init?(payload: [UInt8]) {
        guard let root = try? JSONDocument(reading: payload).root,
            let activation = root["sealedpush-activation"],
            let origin = activation["origin"]?.string,
            let device = activation["device"]?.string, let text = activation["code"]?.string,
            let code = try? Base64URL.decode(Array(text.utf8).span),
            code.count == DeviceIdentity.PossessionProof.Challenge.nonceCount
        else { return nil }
        self.origin = origin
        self.device = device
        self.code = code
    }
}

extension RelayActivation: Redacted {}
