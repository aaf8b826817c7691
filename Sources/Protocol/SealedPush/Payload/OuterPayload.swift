// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushCrypto

/// The payload that the push service sees: a placeholder, and the envelope as text (M-28).
///
/// Nothing but the envelope depends on the content, the sender or the recipient (M-33).
///
/// ```json
/// {"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"AQEAA..."}
/// ```
package struct OuterPayload: Hashable, Sendable {
    static let contentKey = "encrypted-content"

    /// How many bytes there are for everything but the envelope's text: what the text of the
    /// largest padded envelope leaves of a push (4096 - 3840, and 5120 - 4864 for VoIP).
    package static let overheadLimit = 256

    /// The payload as JSON.
    package let document: JSONDocument

    /// The string `encrypted-content` as UTF-8, its escapes resolved (M-38 line 5); whether it is
    /// base64url is for the opener to say.
    package let encryptedContent: [UInt8]

    /// The most bytes of a payload that is read (M-29).
    ///
    /// It is far above what a push service delivers; an extension's memory is not to depend on who
    /// sends more.
    package static let readLimit = 16 * 1024

    /// Reads a payload as a device received it; members other than `encrypted-content` are ignored
    /// (M-30).
    ///
    /// - Throws: `tooLong`, `json`, `notAnObject` or `noEncryptedContent`.
    package init(reading bytes: [UInt8]) throws(OuterPayloadError) {
        guard bytes.count <= Self.readLimit else { throw .tooLong(bytes.count) }
        do {
            document = try JSONDocument(reading: bytes)
        } catch {
            throw .json(error)
        }
        guard document.root.kind == .object else { throw .notAnObject }
        guard let content = document.root[Self.contentKey]?.utf8 else { throw .noEncryptedContent }
        encryptedContent = [UInt8](content)
    }

    /// The payload, byte for byte.
    package var bytes: [UInt8] { document.bytes }
}

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
