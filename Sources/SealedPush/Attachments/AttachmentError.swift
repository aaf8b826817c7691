// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a file is not attached: one class for each rule, for reports, logs and tests.
///
/// The text of the message is shown all the same. The raw value is the class's name in the specification; no case holds
/// a URL, a key or content.
@nonexhaustive
public enum AttachmentError: String, Error, Hashable, CaseIterable {
    // The reference.
    /// It is not an object with all five members of their types and lengths, or the list is no array.
    case malformedReference
    /// The URL is none that is fetched: not https, without a host, with a user, a password or a fragment.
    case urlRefused
    /// The type is none that a notification takes.
    case unknownType
    /// The file is larger than files of its type may be, or than those before it leave room for.
    case tooLarge
    /// It stands behind the tenth.
    case tooMany
    /// Files are shown of contacts in full view only.
    case senderNotAllowed

    // The download.
    /// The file could not be fetched: no connection, no such file, an answer other than 200.
    case unavailable
    /// The server redirects to something that is not https.
    case insecureRedirect
    /// Time was over before the file was there.
    case late

    // The file.
    /// It has more or fewer bytes than its reference says.
    case wrongSize
    /// It is not the file that the sender sealed.
    case wrongHash
    /// Its header is refused, a record has no proper end, or more follows the last record.
    case malformedFile
    /// Its last record is missing.
    case truncated
    /// It can't be decrypted: damaged, or under another key.
    case cannotOpen
    /// There is nothing in it.
    case empty

    // This machine.
    /// The file could not be read or written here.
    case storageUnavailable
    /// The system does not take it: it is damaged inside, or not what its type says.
    case notTaken
}
