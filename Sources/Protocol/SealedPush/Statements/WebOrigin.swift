// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a directory or relay is reached, as statements name it: `https://host[:port]`.
///
/// Everything is in lower case and the scheme's default port is left out, so that a server has one
/// origin. For tests on one machine `http://` may stand before `127.0.0.1`, `[::1]` and
/// `localhost`.
package struct WebOrigin: Hashable, Sendable {
    /// The whole origin.
    package let text: String
    /// A name, or an address without brackets.
    package let host: String
    /// The port, which may be the scheme's own.
    package let port: Int
    /// Whether it is reached over TLS.
    package let isEncrypted: Bool

    /// The rule for people, as the end of "it has to be".
    package static let rule =
        "https://, a host in lower case, and a port if it is not 443; http:// for 127.0.0.1,"
        + " [::1] and localhost alone"

    /// Reads an origin, or gives nil for bytes that are none (V-21).
    package init?(_ bytes: some Collection<UInt8>) {
        // Statements have its length in two bytes.
        guard bytes.count <= UInt16.max, bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { return nil }
        let authority = text.dropFirst(isEncrypted ? 8 : 7)
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[end...].firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<colon]
        guard isEncrypted ? Self.isName(host) || Self.isIPv6(host) : Self.isLoopback(host),
            let port = Self.port(authority[colon...], default: isEncrypted ? 443 : 80)
        else { return nil }
        self.host = String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host)
        self.port = Int(port)
    }

    /// Reads a server's URL as a person configures it, which may have a slash at its end.
    package init?(url: String) {
        self.init((url.hasSuffix("/") ? url.dropLast() : url[...]).utf8)
    }

    /// Writes an origin, or gives nil for a host that none can have.
    ///
    /// - Parameters:
    ///   - host: A name, or an address without brackets.
    ///   - port: The port, which may be the scheme's own.
    ///   - isEncrypted: Whether it is reached over TLS.
    package init?(host: String, port: Int, isEncrypted: Bool) {
        let url = (isEncrypted ? "https://" : "http://") + Self.urlHost(host)
        self.init((url + (port == (isEncrypted ? 443 : 80) ? "" : ":\(port)")).utf8)
    }

    /// The host as URLs have it: an address of IPv6 in brackets.
    package var urlHost: String { Self.urlHost(host) }

    /// A name or address as URLs have it: one of IPv6 in brackets.
    package static func urlHost(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        ["127.0.0.1", "[::1]", "localhost"].contains(host)
    }

    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-.".utf8.contains(character)
                }
            }
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        guard host.count > 2, host.first == "[", host.last == "]" else { return false }
        return host.dropFirst().dropLast().utf8.allSatisfy {
            "0123456789abcdef:.".utf8.contains($0)
        }
    }

    /// The default for no text, else the number behind a colon: 1 to 65535 without leading zeros,
    /// but not the default.
    private static func port(_ text: Substring, default number: UInt16) -> UInt16? {
        guard let port = UInt16(text.dropFirst()) else { return text.isEmpty ? number : nil }
        return port > 0 && port != number && text.dropFirst() == String(port) ? port : nil
    }
}
