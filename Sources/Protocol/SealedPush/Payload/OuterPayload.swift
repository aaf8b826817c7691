// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

    /// Builds the payload of `envelope` (M-31), which people see as `placeholder` if it cannot be
    /// opened.
    ///
    /// An empty placeholder is refused (M-32), and more than 256 bytes around the envelope's text
    /// (M-44).
    ///
    /// - Throws: `emptyPlaceholder`, `placeholderTooLarge` or `envelopeTooLarge`.
    package init(
        envelope: Span<UInt8>,
        placeholder: Placeholder,
        kind: Payload.PushKind = .alert
    ) throws(OuterPayloadError) {
        try self.init(reading: OuterFrame(placeholder).bytes(of: envelope, kind: kind))
    }

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

    /// How many bytes the payload has with `placeholder` beside the text of its envelope.
    package static func overhead(of placeholder: Placeholder) -> Int {
        OuterFrame.bytes(placeholder).count
    }
}
