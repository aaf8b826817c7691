// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a sealed message was refused: one class for each rule, for logs and tests.
///
/// A user never sees which: every class ends in the same placeholder. The raw value is the class's name in the
/// specification and in the test vectors. Cases stand in the order in which the rules are checked.
@nonexhaustive
public enum OpeningError: String, Error, Hashable, CaseIterable {
    // Before step 1: the payload around the envelope.
    /// The outer payload is not JSON as it must be, or not an object.
    case malformedPayload
    /// The outer payload has no string `encrypted-content`.
    case notSealed

    // Step 1: the envelope's form.
    /// The text has more than 5032 bytes.
    case textTooLong
    /// The text is not canonical base64url.
    case textNotBase64URL
    /// The envelope has fewer than 4 bytes.
    case tooShort
    /// The format is not 1.
    case unknownFormat
    /// The suite is neither 1 nor 2.
    case unknownSuite
    /// The flags are not zero.
    case flagsNotZero
    /// The reserved byte is not zero.
    case reservedNotZero
    /// The envelope is shorter than its suite's overhead or longer than 3774 bytes.
    case wrongLength

    // Step 2: the prekey.
    /// The device has no prekey of this id.
    case unknownPrekey
    /// The one-time prekey was used for another message.
    case prekeyUsed
    /// The prekey is of another suite.
    case suiteMismatch
    /// The prekey is past its end and its grace; it is erased.
    case prekeyOverAge
    /// The encapsulated key's X25519 part is of low order.
    case lowOrderKey

    // Step 3: decryption and form.
    /// HPKE could not open it: forged, damaged, or for another device, topic or prekey.
    case cannotOpen
    /// The plaintext's fixed fields are out of range.
    case malformedPlaintext
    /// The padding is not all zero.
    case paddingNotZero

    // Step 4: the sender.
    /// The sender is no contact, and only contacts are accepted.
    case senderNotAccepted
    /// The sender's key is not a canonical point of the main subgroup.
    case senderKeyRefused
    /// The signature is not the sender's.
    case wrongSignature

    // Step 5: time and content.
    /// The message ended more than 300 seconds ago.
    case expired
    /// The message was made more than 24 hours in the future.
    case createdInFuture
    /// The content is not an APNs payload as it must be.
    case malformedContent

    // Step 6: the claim.
    /// This very message was handed over before.
    case replayed
    /// The prekey was erased while the message was being opened.
    case prekeyErased
}
