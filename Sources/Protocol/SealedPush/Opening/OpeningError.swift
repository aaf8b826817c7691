// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A reason why a sealed message was refused.
///
/// Each case calls for another action of the log's reader.
///
/// The user never sees which one (D-34), and no case holds content, a key or a name (M-41). The
/// cases are in the order of the checks for a push whose prekey is held.
@nonexhaustive
public enum OpeningError: Error, Hashable {
    /// The outer payload is too large, not JSON as it must be, or not an object.
    case malformedPayload
    /// The outer payload has no string `encrypted-content`.
    case notSealed
    /// The text is too long or not canonical base64url, or the envelope has a wrong length.
    case malformedEnvelope
    /// The envelope's version is not 1: the sender uses a later protocol than this device.
    case unknownVersion
    /// The device has no prekey of this id, or has erased it.
    case unknownPrekey
    /// The one-time prekey was used for another message.
    case prekeyUsed
    /// The prekey is past its end and its grace.
    case prekeyExpired
    /// HPKE could not open the envelope: it is forged, damaged, or for another device, topic,
    /// kind of push or prekey.
    case cannotOpen
    /// The sender wrote fields out of range, padding that is not zero, or content that is no
    /// payload.
    case malformedMessage
    /// The sender is no contact and only contacts are accepted, or it is blocked or revoked.
    case senderNotAccepted
    /// The signature is not the sender's, or its key is no identity.
    case wrongSignature
    /// The message ended more than 300 seconds ago.
    case expired
    /// This very message was handed over before.
    case replayed
}

extension OpeningError {
    /// All of them, in this order.
    package static let all: [OpeningError] = [
        .malformedPayload, .notSealed, .malformedEnvelope, .unknownVersion, .unknownPrekey,
        .prekeyUsed, .prekeyExpired, .cannotOpen, .malformedMessage, .senderNotAccepted,
        .wrongSignature, .expired, .replayed,
    ]
}

extension OpeningError: NamedError {
    /// True.
    public var isClass: Bool { true }

    /// The name in the specification and in the test vectors, and the fault in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .malformedPayload: ("malformedPayload", "the payload is malformed")
        case .notSealed: ("notSealed", "the payload is not a sealed one")
        case .malformedEnvelope: ("malformedEnvelope", "the envelope is malformed")
        case .unknownVersion:
            ("unknownVersion", "the message is of another version of the protocol")
        case .unknownPrekey: ("unknownPrekey", "the message is not for this device")
        case .prekeyUsed: ("prekeyUsed", "the one-time prekey was used for another message")
        case .prekeyExpired: ("prekeyExpired", "the prekey of the message has expired")
        case .cannotOpen: ("cannotOpen", "the message can't be opened")
        case .malformedMessage: ("malformedMessage", "the sender wrote a malformed message")
        case .senderNotAccepted: ("senderNotAccepted", "the sender is not accepted")
        case .wrongSignature: ("wrongSignature", "the message is not from the sender that it names")
        case .expired: ("expired", "the message has expired")
        case .replayed: ("replayed", "the message was handed over before")
        }
    }
}
