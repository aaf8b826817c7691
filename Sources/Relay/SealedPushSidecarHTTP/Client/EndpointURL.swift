// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where an endpoint is, taken apart as far as it has to be checked before anything is asked.
struct EndpointURL: Hashable {
    /// Scheme, host and port as they stand in the URL.
    let origin: String
    /// A name, or an address without brackets.
    let host: String
    let port: Int
    let isEncrypted: Bool
    /// The whole URL.
    let text: String

    /// Reads `http` or `https`, a host, a port or none, and a path; nil for anything else, such as
    /// credentials, escapes in the host, queries and fragments.
    init?(_ text: String) {
        guard let end = text.firstRange(of: "://"), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        switch text[..<end.lowerBound] {
        case "https": isEncrypted = true
        case "http": isEncrypted = false
        default: return nil
        }
        let rest = text[end.upperBound...]
        guard let slash = rest.firstIndex(of: "/"), !rest.contains(where: { "?#\\".contains($0) })
        else { return nil }
        let authority = rest[..<slash]
        let (host, port): (Substring, Substring?)
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<close]
            // An address without a zone: what is escaped may be another host to the client.
            guard host.utf8.allSatisfy(Self.isOfAddress) else { return nil }
            let tail = authority[authority.index(after: close)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
            port = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { return nil }
            (host, port) = (parts[0], parts.count == 2 ? parts[1] : nil)
            guard host.utf8.allSatisfy(Self.isOfName) else { return nil }
        }
        // In one spelling only, as the address is pinned to it.
        guard !host.isEmpty, host == host.lowercased() else { return nil }
        self.host = String(host)
        if let port {
            guard let number = UInt16(port), number > 0, String(number) == port else { return nil }
            self.port = Int(number)
        } else {
            self.port = isEncrypted ? 443 : 80
        }
        origin = String(text[..<slash])
        self.text = text
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
