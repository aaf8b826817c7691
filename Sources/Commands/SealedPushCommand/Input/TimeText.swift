// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How times and durations are typed and shown.
enum TimeText {
    /// The forms of a moment, for help and errors.
    static let momentForms =
        "2026-11-21T10:00:00Z (UTC), Unix milliseconds as digits, or Unix seconds as @digits"

    /// The forms of a duration, for help and errors.
    static let durationForms = "a number with s, m, h or d: 90s, 15m, 24h, 30d"

    /// Reads a moment: ISO 8601 in UTC, Unix milliseconds, or `@` and Unix seconds.
    static func moment(_ text: String) -> Timestamp? {
        if text.hasPrefix("@") {
            guard let seconds = number(text.dropFirst()) else { return nil }
            let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? nil : Timestamp(milliseconds: milliseconds)
        }
        if let milliseconds = number(text[...]) { return Timestamp(milliseconds: milliseconds) }
        return moment(iso8601: text)
    }

    /// Reads a duration in whole seconds.
    static func seconds(_ text: String) -> UInt32? {
        let unit: UInt64
        switch text.last {
        case "s": unit = 1
        case "m": unit = 60
        case "h": unit = 3600
        case "d": unit = 86_400
        default: return nil
        }
        guard let count = number(text.dropLast()) else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? nil : UInt32(exactly: seconds)
    }

    /// A moment for people, to the second: `2026-11-21T10:00:00Z`.
    static func text(of moment: Timestamp) -> String {
        format.format(Date(timeIntervalSince1970: Double(moment.milliseconds / 1000)))
    }

    private static let format = Date.ISO8601FormatStyle()

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt64(text)
    }

    private static func moment(iso8601 text: String) -> Timestamp? {
        guard text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let whole = "\(parts[0])Z"
        // Shown again it must be the same text, so that no other spelling and no 30 February gets through.
        guard let date = try? format.parse(whole), format.format(date) == whole,
            date.timeIntervalSince1970 >= 0
        else { return nil }
        let milliseconds = UInt64(date.timeIntervalSince1970) * 1000
        switch parts.count {
        case 1:
            return Timestamp(milliseconds: milliseconds)
        case 2 where parts[1].utf8.count == 3:
            return number(parts[1]).flatMap { Timestamp(milliseconds: milliseconds + $0) }
        default:
            return nil
        }
    }
}

extension Timestamp {
    /// What the system's clock says.
    static var now: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
