// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a sealed message was refused: one class for each thing that the reader of a log may do about
/// it.
///
/// A user never sees which (D-7), and no case holds content, a key or a name. The raw value
/// is the class's name in the specification and in the test vectors. Cases stand in the order in
/// which a push whose prekey is held meets them.
@nonexhaustive
public enum OpeningError: String, Error, Hashable, CaseIterable {
    /// The outer payload is too large, not JSON as it must be, or not an object.
    case malformedPayload
    /// The outer payload has no string `encrypted-content`.
    case notSealed
    /// The text is too long or not canonical base64url, or the envelope has a wrong length.
    case malformedEnvelope
    /// The envelope's version is not 1: the sender uses a later protocol than this device.
    case unknownVersion
    /// The device has no prekey of this id, or has no more.
    case unknownPrekey
    /// The one-time prekey was used for another message.
    case prekeyUsed
    /// The prekey is past its end and its grace.
    case prekeyExpired
    /// HPKE could not open it: forged, damaged, or for another device, topic or prekey.
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
    /// The message was made more than 24 hours in the future.
    case createdInFuture
    /// This very message was handed over before.
    case replayed
}
