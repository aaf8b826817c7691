// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct WebOriginTests {
    /// `origin` of V-21, as the ABNF has it, but for the number of the port.
    nonisolated(unsafe) private static let grammar =
        /(https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([1-9][0-9]{0,4}))?/

    private static func isOrigin(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 < 0x80 }),
            let match = unsafe text.wholeMatch(of: grammar)
        else { return false }
        guard let port = match.2.flatMap({ Int($0) }) else { return true }
        return port <= 65_535 && port != (match.1.hasPrefix("https") ? 443 : 80)
    }

    @Test(arguments: SampleOrigins.taken)
    func `an origin is read, and as a URL with a slash at its end`(_ text: String) throws {
        #expect(Self.isOrigin(text))
        let origin = try #require(WebOrigin(text.utf8))
        #expect(origin.text == text)
        #expect(WebOrigin(url: text) == origin && WebOrigin(url: text + "/") == origin)
        #expect(WebOrigin((text + "/").utf8) == nil)
        // Its parts say the same.
        let again = WebOrigin(
            host: origin.host,
            port: origin.port,
            isEncrypted: origin.isEncrypted
        )
        #expect(again == origin)
    }

    @Test(.rules("V-21"), arguments: SampleOrigins.refused)
    func `no other text is an origin`(_ text: String) {
        #expect(!Self.isOrigin(text))
        #expect(WebOrigin(text.utf8) == nil && WebOrigin(url: text) == nil)
        #expect(WebOrigin(url: text + "/") == nil)
    }

    @Test(.rules("V-21")) func `random texts are origins by the grammar of V-21 and by no other`() {
        let seed = UInt64.random(in: 0 ... .max)
        var dice = SeededGenerator(seed: seed)
        let parts = [
            "https://", "https://", "http://", "http:/", "Https://", "a", "relay.example", "1",
            "127.0.0.1", "localhost", "[::1]", "[", "]", "[2001:db8::1]", "::", ":", ":443", ":80",
            ":8443", ":0", ":65535", ":65536", "0", "99999", "-", ".", "_", "/", "@", "?", "%41",
            " ", "A", "ä", "\u{0}",
        ]
        var count = 0
        for _ in 0..<20_000 {
            let start = Bool.random(using: &dice) ? "https://" : "http://"
            let length = Int.random(in: 0...4, using: &dice)
            let text = (0..<length).reduce(into: start) { text, _ in
                text += parts.randomElement(using: &dice) ?? ""
            }
            let expected = Self.isOrigin(text)
            if expected { count += 1 }
            #expect((WebOrigin(text.utf8) != nil) == expected, "\(text), seed \(seed)")
        }
        // Both kinds occur.
        #expect(count > 200)
    }

    @Test func `bytes that are no text are no origin`() {
        for byte in (0...255).map(UInt8.init) where !(0x21...0x7E).contains(byte) {
            #expect(WebOrigin(Array("https://a".utf8) + [byte]) == nil)
        }
    }

    @Test func `an origin that is longer than a statement can say is refused`() {
        let longest = "https://" + String(repeating: "a", count: Int(UInt16.max) - 8)
        #expect(WebOrigin(url: longest + "/") != nil)
        #expect(WebOrigin(url: longest + "a") == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", 8080, false, "http://127.0.0.1:8080"), ("::1", 80, false, "http://[::1]"),
        ("localhost", 443, false, "http://localhost:443"), ("a.b", 443, true, "https://a.b"),
        ("::1", 80, true, "https://[::1]:80"), ("0.0.0.0", 8080, false, nil), ("a", 0, true, nil),
        ("::", 8080, false, nil), ("a.b", 8080, false, nil), ("", 8080, true, nil),
        ("a/b", 8080, true, nil), ("[::1]", 8080, false, nil),
    ])
    func `an origin is written for a host that one can have`(
        _ host: String,
        _ port: Int,
        _ isEncrypted: Bool,
        _ text: String?
    ) {
        let origin = WebOrigin(host: host, port: port, isEncrypted: isEncrypted)
        #expect(origin?.text == text)
    }
}
