// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The rule for where a file may be fetched (A-3).
enum AttachmentURL {
    private static let scheme = "https://"

    /// Whether `text` is an absolute https URL (RFC 3986) with a host, and without user, password
    /// and fragment.
    ///
    /// The scheme is in lower case and every character is one of the RFC's (no space, no control
    /// character, nothing outside ASCII), so that every downloader parses it as we do.
    static func isAcceptable(_ text: String) -> Bool {
        guard text.utf8.starts(with: scheme.utf8) else { return false }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?".utf8.contains($0) }
        guard rest.allSatisfy(isAllowed), hasWholeEscapes(rest) else { return false }
        return isHostAndPort(authority)
    }

    /// The characters of RFC 3986 but `#`, which begins a fragment, and the brackets of IPv6
    /// addresses.
    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?@!$&'()*+,;=%".utf8.contains(character)
        }
    }

    private static func hasWholeEscapes(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[mark...].dropFirst().prefix(2)
            guard digits.count == 2, digits.allSatisfy(isHexadecimal) else { return false }
            rest = rest[digits.endIndex...]
        }
        return true
    }

    private static func isHexadecimal(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// A name or IPv4 address, and a port or none; a user or a password would stand before an `@`.
    private static func isHostAndPort(_ authority: Substring.UTF8View) -> Bool {
        let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
        guard !authority.contains(UInt8(ascii: "@")) else { return false }
        guard parts.count == 2 else { return true }
        // Digits alone: a number may have a sign as well.
        guard parts[1].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return false
        }
        return UInt16(String(decoding: parts[1], as: UTF8.self)).map { $0 > 0 } ?? false
    }
}
