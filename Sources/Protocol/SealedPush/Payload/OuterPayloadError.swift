// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Why an outer payload could not be built or read.
@nonexhaustive
package enum OuterPayloadError: Error, Hashable {
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

extension OuterPayloadError: ExplainedError {
    /// What is wrong.
    package var message: String {
        switch self {
        case .emptyPlaceholder: "the placeholder has neither a title nor a body"
        case .placeholderTooLarge(let needed, let available):
            "the placeholder needs \(needed) bytes around the envelope, where \(available) are free"
        case .envelopeTooLarge(let needed, let available):
            "the payload has \(needed) bytes, and its kind of push takes \(available)"
        case .tooLong: "the payload is too long"
        case .json(let error): "the payload is not JSON as APNs takes it: \(error.message)"
        case .notAnObject: "the payload is not a JSON object"
        case .noEncryptedContent: "the payload has no text 'encrypted-content'"
        }
    }
}
