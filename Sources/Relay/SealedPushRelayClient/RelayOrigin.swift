// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a relay is reached, as it says so itself: what possession proofs name.
struct RelayOrigin: Sendable {
    /// Scheme, host, and a port that is not the scheme's own.
    let text: String

    /// Reads a relay's public URL; a slash at its end is left out.
    ///
    /// - Throws: ``RelayClientError/wrongURL``.
    init(_ url: String) throws(RelayClientError) {
        let text = url.hasSuffix("/") ? String(url.dropLast()) : url
        let isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { throw .wrongURL }
        let authority = text.dropFirst(isEncrypted ? 8 : 7)
        guard let (host, port) = Self.parts(of: authority), port != (isEncrypted ? 443 : 80),
            isEncrypted || ["127.0.0.1", "[::1]", "localhost"].contains(host)
        else { throw .wrongURL }
        self.text = text
    }

    /// Host and port of what stands between the slashes: nothing else may stand there.
    private static func parts(of authority: Substring) -> (host: Substring, port: Int?)? {
        let end: Substring.Index
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            let address = authority[..<bracket].dropFirst()
            guard address.contains(":"), address.utf8.allSatisfy(isOfAddress) else { return nil }
            end = authority.index(after: bracket)
        } else {
            end = authority.firstIndex(of: ":") ?? authority.endIndex
            let labels = authority[..<end].split(separator: ".", omittingEmptySubsequences: false)
            guard labels.allSatisfy(isLabel) else { return nil }
        }
        guard end < authority.endIndex else { return (authority[..<end], nil) }
        let digits = authority[authority.index(after: end)...]
        guard authority[end] == ":", let port = UInt16(digits), port > 0, "\(port)" == digits else {
            return nil
        }
        return (authority[..<end], Int(port))
    }

    private static func isLabel(_ label: Substring) -> Bool {
        let isOfLabel: (UInt8) -> Bool = { isLetter($0, to: "z") || $0 == UInt8(ascii: "-") }
        return !label.isEmpty && !label.hasPrefix("-") && label.utf8.allSatisfy(isOfLabel)
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        isLetter(byte, to: "f") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    /// Whether it is a digit, or a lower-case letter up to another one.
    private static func isLetter(_ byte: UInt8, to last: Unicode.Scalar) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: last), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
