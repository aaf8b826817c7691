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
    static let momentForms = "2026-11-21T10:00:00Z, or seconds as 'date +%s' prints them"

    /// The forms of a duration, for help and errors.
    static let durationForms = "a number with s, m, h or d: 90s, 15m, 24h, 30d"

    /// Why a text is no point in time.
    enum MomentError: Error {
        /// It has another form.
        case form
        /// It is before the year 2020: some other number, or a clock that was never set.
        case tooEarly
        /// It is after the year 9999, as milliseconds are if they are read as seconds.
        case tooLate
    }

    /// Reads a moment from 2020 to 9999: ISO 8601 with a time zone, or Unix seconds.
    static func moment(_ text: String) throws(MomentError) -> Timestamp {
        guard let milliseconds = try number(text[...]).map(milliseconds) ?? iso8601(text) else {
            throw .form
        }
        guard milliseconds >= 1_577_836_800_000 else { throw .tooEarly }
        guard milliseconds < 253_402_300_800_000 else { throw .tooLate }
        return Timestamp(clamping: UInt64(milliseconds))
    }

    private static func milliseconds(_ seconds: UInt64) throws(MomentError) -> Int64 {
        guard seconds < 253_402_300_800 else { throw .tooLate }
        return Int64(seconds) * 1000
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

    /// The time of day of a moment, as clocks at this place show it: `12:31`.
    static func minute(of moment: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds / 1000))
        let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
        return [parts.hour ?? 0, parts.minute ?? 0]
            .map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }

    private static let format = Date.ISO8601FormatStyle()

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt64(text)
    }

    /// Unix milliseconds; the time zone is `Z` or an offset such as `+01:00`, and a second has no
    /// fraction or three digits.
    private static func iso8601(_ text: String) -> Int64? {
        let pattern = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{3}))?(?:Z|([+-])(\d\d):(\d\d))/
        guard let match = text.wholeMatch(of: pattern.asciiOnlyDigits()) else { return nil }
        let whole = "\(match.1)Z"
        // Shown again it must be the same text, so that no 30 February gets through.
        guard let date = try? format.parse(whole), format.format(date) == whole else { return nil }
        var seconds = Int64(date.timeIntervalSince1970)
        if let sign = match.3, let hours = match.4.flatMap({ Int64($0) }),
            let minutes = match.5.flatMap({ Int64($0) })
        {
            guard hours < 24, minutes < 60 else { return nil }
            let offset = hours * 3600 + minutes * 60
            seconds += sign == "-" ? offset : -offset
        }
        return seconds * 1000 + (match.2.flatMap { Int64($0) } ?? 0)
    }
}

extension Timestamp {
    /// What the system's clock says.
    static var now: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
