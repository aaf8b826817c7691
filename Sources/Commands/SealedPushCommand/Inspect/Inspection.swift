// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushExplanation

/// What can be seen of a sealed push without keys.
struct Inspection {
    /// The payload around the envelope, where there was one.
    private let outer: OuterPayload?
    private let envelope: Envelope
    private let fields: [EnvelopeField]

    init(of bytes: [UInt8]) throws(CommandError) {
        outer = try Self.outer(in: bytes)
        let text = outer?.encryptedContent ?? Array(bytes[...].trimmingWhiteSpace())
        do throws(OpeningError) {
            envelope = try Envelope(text: text.span)
        } catch {
            throw CommandError(error)
        }
        fields = EnvelopeField.fields(of: envelope)
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
            return "\(numbers)  \(name)  \(value(of: field))"
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

    /// The version as a number, of others their first bytes.
    private func value(of field: EnvelopeField) -> String {
        guard field.range.count > 1 else { return field.meaning }
        let shown = 16
        guard field.range.count > shown else { return hex(field.range) }
        return hex(field.range.prefix(shown)) + "..."
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
