// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SealedPush
import UserNotifications

extension DeliveryReport {
    /// The report for people: the explanation, what else the extension did wrong, what is on the
    /// screen, and every event
    /// with its time.
    ///
    /// It holds what the user sees; ``json`` has the content whole. Each line of a shown text
    /// begins with `  | `, and control and format characters are written as `\u{202E}`: nothing that a
    /// push or its extension says can pass for a line of the report.
    public var text: String {
        var lines = [explanation] + furtherExplanations + [""]
        if let shown {
            lines += shown.lines.flatMap(\.printableLines).map { "  | \($0)" }
            lines += shown.attachments.map { "  | [\($0.type.printable), \($0.size) bytes]" }
            lines += ["  \(shown.presentation.summary)", ""]
        }
        lines += events.map { event in
            let time = Self.padded("\(event.time.milliseconds)")
            return
                "\(time) ms  \(event.kind.name)\(event.kind.detail.map { ": \($0.printable)" } ?? "")"
        }
        if let peakMemory {
            lines += ["", "peak memory \((peakMemory + 512) / 1024) KiB"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ number: String) -> String {
        String(repeating: " ", count: max(0, 8 - number.count)) + number
    }
}

extension ShownNotification.Presentation {
    fileprivate var summary: String {
        var parts: [String] = []
        if isBanner { parts.append("on the screen") }
        if isListed { parts.append("in the list") }
        if let sound { parts.append(sound.summary) }
        if let badge { parts.append("badge \(badge)") }
        return parts.joined(separator: ", ")
    }
}

extension ShownNotification.PlayedSound {
    fileprivate var summary: String {
        let kind = isCritical ? "critical sound" : "sound"
        let instead = substitution.map { " (\($0.reason))" } ?? ""
        return file.map { "with the \(kind) \($0.printable)" }
            ?? "with the system's \(kind)\(instead)"
    }
}

extension ShownNotification.PlayedSound.Substitution {
    /// Why the system's sound is played, as half a sentence.
    package var reason: String {
        switch self {
        case .unknownFile: "the app has no such file"
        case .unknownType: "the file is none of aiff, wav and caf"
        case .tooLong: "the file is longer than 30 seconds"
        }
    }
}

extension SimulatedDevice {
    /// The list and the badge for people, the latest notification first, in lines as those of
    /// ``DeliveryReport/text``.
    public var listText: String {
        let list = center.list
        let head = list.entries.isEmpty ? "the list is empty" : "the list, the latest first"
        var lines = ["\(head) (badge \(list.badge)):"]
        for (number, entry) in list.entries.enumerated() {
            for (index, line) in entry.shown.lines.flatMap(\.printableLines).enumerated() {
                lines.append("  \(index == 0 ? "\(number + 1)" : " ") | \(line)")
            }
        }
        if list.entries.isEmpty { lines[0].removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the list holds, the latest notification first.
    package var listed: [ShownNotification] { center.list.entries.map(\.shown) }

    /// The date of each notification of the list, and the files in the device's store that it
    /// shows, by the identifiers of its attachments.
    package var listedFiles: [(shown: ShownNotification, date: Date, files: [String: URL])] {
        center.list.entries.map { entry in
            let attachments = entry.notification.request.content.attachments
            return (
                entry.shown, entry.notification.date,
                Dictionary(attachments.map { ($0.identifier, $0.url) }) { first, _ in first }
            )
        }
    }
}

extension String {
    /// The text without anything that a terminal would obey, or that turns what stands beside it
    /// around.
    var printable: String { TerminalText.line(self) }

    /// Its lines, each ``printable``.
    var printableLines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).printable }
    }
}
