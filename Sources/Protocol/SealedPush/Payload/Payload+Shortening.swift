// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Payload {
    /// What stands where a text was cut off.
    private static let ellipsis = "\u{2026}"

    /// The payload, compacted, with texts of the named fields of its alert cut so that it has at
    /// most `limit` bytes.
    ///
    /// The fields are cut in the order given, each as little as makes the payload fit, and the next
    /// one only if that is not enough. A cut keeps whole characters as people see them (grapheme
    /// clusters), never splits a `{sender}` that stands for a name, and ends in "…".
    ///
    /// - Returns: The payload with the fields that were cut, none if it fits as it is; nil if it
    ///   cannot be made to fit.
    public func shortening(
        _ fields: [Payload.AlertField],
        toFit limit: Int
    ) -> (payload: Payload, shortened: [Payload.AlertField])? {
        var payload = compacted()
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
        let room = Self.writtenCount(of: text) - Self.writtenCount(of: Self.ellipsis)
        guard room > 0 else { return nil }
        let keepsMark = fields?.template.contains(field) == true
        let kept = Self.prefix(of: text, atMost: room - excess, keepsMark: keepsMark)
        return replacing(document.replacing(value, withText: kept + Self.ellipsis))
    }

    /// The longest beginning of `text` of whole characters that has at most `room` bytes as JSON.
    ///
    /// It is empty if `room` is negative. If `keepsMark`, a `{sender}` is one character.
    private static func prefix(of text: String, atMost room: Int, keepsMark: Bool) -> Substring {
        var rest = text[...]
        var room = room
        while let first = rest.first {
            let isMark = keepsMark && first == "{" && rest.hasPrefix(ToolkitFields.senderMark)
            let unit = rest.prefix(isMark ? ToolkitFields.senderMark.count : 1)
            room -= writtenCount(of: unit)
            guard room >= 0 else { break }
            rest = rest[unit.endIndex...]
        }
        return text[..<rest.startIndex]
    }

    /// How many bytes stand for `text` between the quotation marks of a JSON string.
    private static func writtenCount(of text: some StringProtocol) -> Int {
        JSONWriter.string(String(text)).count - 2
    }
}

extension Payload {
    /// A text of `aps.alert` that people read.
    public enum AlertField: String, CaseIterable, Hashable, Sendable {
        /// `aps.alert.title`.
        case title
        /// `aps.alert.subtitle`.
        case subtitle
        /// `aps.alert.body`, or `aps.alert` itself if it is a string.
        case body
    }
}
