// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Payload {
    /// What stands where a text was cut off.
    private static let ellipsis = [UInt8]("\u{2026}".utf8)

    /// The payload with texts of the named fields of its alert cut so that it has at most `limit`
    /// bytes.
    ///
    /// The fields are cut in the order given, each as little as makes the payload fit, and the next
    /// one only if that is not enough. A cut keeps whole characters as people see them (grapheme
    /// clusters), never splits a `{sender}` that stands for a name, and ends in "…". Every byte
    /// that is kept stays as it was written, escapes included.
    ///
    /// - Returns: The payload with the fields that were cut, none if it fits as it is; nil if it
    ///   cannot be made to fit.
    public func shortening(
        _ fields: [Payload.AlertField],
        toFit limit: Int
    ) -> (payload: Payload, shortened: [Payload.AlertField])? {
        var payload = self
        var shortened: [Payload.AlertField] = []
        for field in fields where payload.bytes.count > limit {
            guard let cut = payload.cutting(field, by: payload.bytes.count - limit) else {
                continue
            }
            payload = cut
            shortened.append(field)
        }
        return payload.bytes.count <= limit ? (payload, shortened) : nil
    }

    /// The payload with `field` shorter by `excess` bytes, or by as many as it has to give; nil if
    /// those are none.
    private func cutting(_ field: Payload.AlertField, by excess: Int) -> Payload? {
        guard let value = alert(field), let text = value.string else { return nil }
        let written = value.bytes.dropFirst().dropLast()
        guard written.count > Self.ellipsis.count else { return nil }
        let room = written.count - Self.ellipsis.count - excess
        let kept = Self.prefix(
            of: written,
            atMost: room,
            text: text,
            keepsMark: fields?.template.contains(field) == true
        )
        let quote = value.bytes.prefix(1)
        // A shorter string in the place of another breaks no rule, so neither of these can fail.
        guard
            let string = try? JSONDocument(reading: quote + kept + Self.ellipsis + quote),
            let edited = try? document.replacing(value, with: string)
        else { return nil }
        return replacing(edited)
    }

    /// Cuts `written` to whole characters.
    ///
    /// - Parameters:
    ///   - written: What stands between the quotation marks of a JSON string.
    ///   - room: The bytes that may be kept; none are if it is negative.
    ///   - text: The same string without escapes.
    ///   - keepsMark: Whether a `{sender}` counts as one character.
    /// - Returns: The longest beginning of `written` that fits.
    private static func prefix(
        of written: ArraySlice<UInt8>,
        atMost room: Int,
        text: String,
        keepsMark: Bool
    ) -> ArraySlice<UInt8> {
        var rest = text[...]
        var end = written.startIndex
        while let first = rest.first {
            let isMark = keepsMark && first == "{" && rest.hasPrefix(ToolkitFields.senderMark)
            let unit = rest.prefix(isMark ? ToolkitFields.senderMark.count : 1)
            var next = end
            for scalar in unit.unicodeScalars {
                next += writtenCount(of: scalar, at: written[next...])
            }
            guard next - written.startIndex <= room else { break }
            end = next
            rest = rest[unit.endIndex...]
        }
        return written[..<end]
    }

    /// How many bytes stand for `scalar` at the start of `written`, as an escape or as UTF-8.
    private static func writtenCount(
        of scalar: Unicode.Scalar,
        at written: ArraySlice<UInt8>
    ) -> Int {
        guard written.first == UInt8(ascii: "\\") else { return UTF8.width(scalar) }
        guard written.dropFirst().first == UInt8(ascii: "u") else { return 2 }
        return scalar.value > 0xFFFF ? 12 : 6
    }
}
