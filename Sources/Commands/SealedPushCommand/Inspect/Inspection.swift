// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto

/// What can be seen of a sealed push without keys.
struct Inspection {
    /// A field of the envelope.
    struct Field {
        let name: String
        let range: Range<Int>
        /// What the bytes mean, where they mean something by themselves.
        let meaning: String?
    }

    /// The payload around the envelope, where there was one.
    private let outer: OuterPayload?
    private let envelope: Envelope
    let fields: [Field]

    init(of bytes: [UInt8]) throws(CommandError) {
        outer = try Self.outer(in: bytes)
        let text = outer?.encryptedContent ?? Array(bytes[...].trimmingWhiteSpace())
        do throws(OpeningError) {
            envelope = try Envelope(text: text.span)
        } catch {
            throw CommandError(error)
        }
        fields = Self.fields(of: envelope)
    }

    /// The payload, or nil where the bytes are bare text.
    private static func outer(in bytes: [UInt8]) throws(CommandError) -> OuterPayload? {
        guard bytes[...].trimmingWhiteSpace().first == UInt8(ascii: "{") else { return nil }
        do throws(OuterPayloadError) {
            return try OuterPayload(reading: bytes)
        } catch {
            throw CommandError(error)
        }
    }

    private static func fields(of envelope: Envelope) -> [Field] {
        let end = envelope.bytes.count
        let tag = end - ChaCha20Poly1305.tagCount..<end
        let ciphertext = envelope.ciphertextRange.lowerBound..<tag.lowerBound
        return [
            Field(name: "version", range: 0..<1, meaning: "1"),
            Field(name: "prekey id", range: EnvelopeLayout.prekeyID, meaning: nil),
            Field(name: "message id", range: EnvelopeLayout.messageID, meaning: nil),
            Field(name: "encapsulated key", range: EnvelopeLayout.encapsulatedKey, meaning: nil),
            Field(name: "ciphertext", range: ciphertext, meaning: nil),
            Field(name: "tag", range: tag, meaning: nil),
        ]
    }

    /// The most content that an envelope of this size holds, in bytes.
    private var capacity: Int { envelope.bytes.count - EnvelopeLayout.overhead }

    /// A table for people.
    var text: String {
        var lines: [String] = []
        if let outer {
            lines.append("payload   \(outer.bytes.count) bytes")
        }
        lines += [
            "envelope  \(envelope.bytes.count) bytes, with at most \(capacity) bytes of content",
            "", "first  last  size  field             value",
        ]
        lines += fields.map { field in
            let numbers = [
                Self.padded(field.range.lowerBound, 5), Self.padded(field.range.upperBound - 1, 4),
                Self.padded(field.range.count, 4),
            ].joined(separator: "  ")
            let name = field.name + String(repeating: " ", count: 16 - field.name.count)
            return "\(numbers)  \(name)  \(field.meaning ?? beginning(of: field))"
        }
        return lines.joined(separator: "\n")
    }

    /// One object with every byte in hex.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            if let outer {
                object.add("payloadBytes", outer.bytes.count)
            } else {
                object.null("payloadBytes")
            }
            object.add("envelopeBytes", envelope.bytes.count)
            object.add("contentAtMost", capacity)
            object.array("fields") { list in
                for field in fields {
                    list.object { object in
                        object.add("name", field.name)
                        object.add("offset", field.range.lowerBound)
                        object.add("size", field.range.count)
                        object.add("hex", hex(field.range))
                    }
                }
            }
        }
    }

    private func hex(_ range: Range<Int>) -> String {
        Hex.encode(envelope.bytes.span.extracting(range))
    }

    private func beginning(of field: Field) -> String {
        let shown = 16
        guard field.range.count > shown else { return hex(field.range) }
        return hex(field.range.prefix(shown)) + "..."
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without the spaces, tabs and line ends around them.
    func trimmingWhiteSpace() -> ArraySlice<UInt8> {
        let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var rest = self
        while let first = rest.first, white.contains(first) { rest.removeFirst() }
        while let last = rest.last, white.contains(last) { rest.removeLast() }
        return rest
    }
}
