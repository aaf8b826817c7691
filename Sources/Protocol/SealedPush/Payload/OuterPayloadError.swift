// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why an outer payload could not be built or read.
@nonexhaustive
public enum OuterPayloadError: Error, Hashable {
    /// The placeholder has neither a title nor a body.
    case emptyPlaceholder
    /// The placeholder makes everything around the envelope's text need more bytes than there are.
    case placeholderTooLarge(needed: Int, available: Int)
    /// The payload with this envelope has more bytes than its kind of push takes.
    case envelopeTooLarge(needed: Int, available: Int)
    /// The payload has more bytes than ``OuterPayload/readLimit``.
    case tooLong(Int)
    /// The bytes are not a JSON document.
    case json(JSONError)
    /// The document is something other than an object.
    case notAnObject
    /// The object has no member `encrypted-content`, or one that is not a string.
    case noEncryptedContent
}
