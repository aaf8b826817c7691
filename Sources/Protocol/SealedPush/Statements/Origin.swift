// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a directory is reached, as a possession proof names it: `https://host[:port]`.
///
/// Everything is in lower case and the scheme's default port is left out, so that a directory has
/// one origin. For tests on one machine `http://` may stand before `127.0.0.1`, `[::1]` and
/// `localhost`.
package enum Origin {
    /// Whether `text` is an origin (W-32).
    package static func isValid(_ text: some Collection<UInt8>) -> Bool {
        guard text.allSatisfy({ 0x21...0x7E ~= $0 }) else { return false }
        let text = String(decoding: text, as: UTF8.self)
        for (scheme, defaultPort) in [("https://", 443), ("http://", 80)] as [(String, UInt16)]
        where text.hasPrefix(scheme) {
            let authority = text.dropFirst(scheme.count)
            let end = authority.lastIndex(of: "]") ?? authority.startIndex
            let colon = authority[end...].firstIndex(of: ":") ?? authority.endIndex
            let host = authority[..<colon]
            let isHost = scheme == "https://" ? isName(host) || isIPv6(host) : isLoopback(host)
            return isHost && isPort(authority[colon...], except: defaultPort)
        }
        return false
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
                default: "-._".utf8.contains(character)
                }
            }
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        guard host.count > 2, host.first == "[", host.last == "]" else { return false }
        return host.dropFirst().dropLast().utf8.allSatisfy {
            "0123456789abcdef:.".utf8.contains($0)
        }
    }

    /// Whether `text` is empty, or a colon and a number of 1 to 65535 without leading zeros that is
    /// not the default.
    private static func isPort(_ text: Substring, except defaultPort: UInt16) -> Bool {
        guard let port = UInt16(text.dropFirst()) else { return text.isEmpty }
        return port > 0 && port != defaultPort && text.dropFirst() == String(port)
    }
}
