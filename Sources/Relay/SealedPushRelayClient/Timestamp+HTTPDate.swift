// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension Timestamp {
    /// Reads the date of a header, as every server writes it (RFC 9110, section 5.6.7); nil for
    /// another text.
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = Self.digits(parts[1], 2), 1...31 ~= day,
            let month = Self.months.firstIndex(of: parts[2]),
            let year = Self.digits(parts[3], 4), year >= 1970
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = Self.digits(clock[0], 2), hour < 24,
            let minute = Self.digits(clock[1], 2), minute < 60,
            let second = Self.digits(clock[2], 2), second <= 60
        else { return nil }
        // Years begin in March here, so that a leap day is the last one.
        let (since, years) = ((month + 10) % 12, month < 2 ? year - 1 : year)
        let leapDays = years / 4 - years / 100 + years / 400
        let days = years * 365 + leapDays + (since * 153 + 2) / 5 + day - 1 - 719_468
        guard days >= 0 else { return nil }
        self.init(
            clamping: UInt64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
        )
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func digits(_ text: Substring, _ count: Int) -> Int? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}
