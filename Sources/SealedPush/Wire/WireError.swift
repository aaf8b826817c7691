// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a record, a bundle, a statement or an identity that came from outside was refused.
@nonexhaustive
public enum WireError: String, Error, Hashable, CaseIterable {
    /// The bytes are too few or too many for what they claim to be.
    case wrongLength
    /// The version byte is not 1.
    case unknownVersion
    /// The suite byte is neither 1 nor 2.
    case unknownSuite
    /// The class byte is neither 0 nor 1.
    case unknownClass
    /// The offers lack the record's own suite or name one that does not exist.
    case wrongOffers
    /// A time is above 2^53 - 1, or a record does not end after it begins.
    case wrongTime
    /// A prekey's public key is of low order or not reduced.
    case publicKeyRefused
    /// An identity is not a canonical point of the main subgroup.
    case identityRefused
    /// A signature was not made by the identity that is named.
    case wrongSignature
    /// A bundle holds more than 256 records.
    case tooManyRecords
    /// A bundle holds the same prekey twice.
    case repeatedPrekey
    /// A bundle holds two reusable records of one suite.
    case repeatedReusable
    /// A directory's origin is empty or longer than 65,535 bytes, or not UTF-8.
    case wrongOrigin
    /// A text begins with another prefix than its kind's.
    case wrongPrefix
    /// A text is not canonical base64url.
    case notBase64URL
    /// A text does not match its check part: it was mistyped or cut.
    case wrongCheck
    /// A safety number, a device link or a succession names the same key twice.
    case equalKeys
}
