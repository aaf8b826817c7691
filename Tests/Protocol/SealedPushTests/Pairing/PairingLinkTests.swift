// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct PairingLinkTests {
    private let sender: SenderIdentity

    init() throws {
        sender = try SenderKeys.sample().identity
    }

    private func link(
        named name: String = "Build server",
        end: Timestamp = SamplePairing.end,
        relay: String = SamplePairing.relay
    ) throws(WireError) -> PairingLink {
        try SamplePairing.link(of: sender, named: name, end: end, relay: relay)
    }

    @Test(.rules("L-2")) func `a link is read as it was made`() throws {
        for relay in [SamplePairing.relay, "https://[::1]:8443", "http://localhost:8080"] {
            let made = try link(relay: relay)
            let read = try PairingLink(reading: made.bytes.span)
            #expect(read == made)
            #expect(read.secret == made.secret && read.digest == made.digest)
            #expect(read.sender == sender && read.end == SamplePairing.end)
            #expect(read.name == "Build server" && read.relay.text == relay)
            #expect(try PairingLink(made.text, from: .system) == made)
        }
    }

    @Test(.rules("L-1 C-101")) func `each link has a secret of its own`() throws {
        let links = try (0..<20).map { _ in try link() }
        #expect(Set(links.map(\.text)).count == 20)
        #expect(Set(links.map(\.secret.id)).count == 20)
        #expect(Set(links.map(\.digest)).count == 20)
        #expect(links[0].secret != links[1].secret)
    }

    @Test func `the link of the document has 134 characters`() throws {
        #expect(try link().bytes.count == 80)
        #expect(try link().text.utf8.count == 134)
        #expect(try link().text.hasPrefix("sealedpush-pair-1:"))
    }

    @Test(
        .rules("L-2 D-17"),
        arguments: [
            "", " a", "a ", "a\n", "a\u{200B}b", "\u{202E}a", String(repeating: "a", count: 33),
            String(repeating: "é", count: 17), String(repeating: "a", count: 300),
        ]
    )
    func `a name that a device would not show as it is makes no link`(_ name: String) {
        #expect(throws: WireError.malformed) { try link(named: name) }
    }

    @Test(.rules("L-2")) func `the longest link has 187 bytes`() throws {
        let name = String(repeating: "é", count: 16)
        let host = String(repeating: "a", count: 100)
        #expect(try link(named: name, relay: "https://" + host).bytes.count == 187)
        #expect(throws: WireError.malformed) { try link(relay: "https://" + host + "a") }
        // The scheme of a relay without TLS is written, and counts.
        let local = "http://localhost:8080"
        #expect(try link(relay: local).bytes.count == 55 + 12 + local.utf8.count)
    }

    @Test(.rules("L-2")) func `an end is whole seconds of 32 bits`() throws {
        let last = Timestamp(clamping: 1000 * UInt64(UInt32.max))
        let made = try link(end: last.advanced(by: .milliseconds(999)))
        #expect(made.end == last)
        #expect(try PairingLink(reading: made.bytes.span) == made)
        #expect(throws: WireError.malformed) { try link(end: last.advanced(by: .seconds(1))) }
        #expect(throws: WireError.malformed) { try link(end: .latest) }
        #expect(try link(end: Timestamp(clamping: 999)).end == Timestamp(clamping: 0))
    }

    @Test(.rules("L-3")) func `a link is over an hour and a millisecond behind its end`() throws {
        let link = try link()
        let last = link.end.advanced(by: .hours(1))
        #expect(!link.isOver(at: link.end) && !link.isOver(at: last))
        #expect(link.isOver(at: last.advanced(by: .milliseconds(1))))
        // Of a clock that is behind a link says nothing.
        #expect(!link.isOver(at: Timestamp(clamping: 0)))
        #expect(link.isOver(at: .latest))
    }

    @Test(.rules("L-4"), arguments: ["https://app.example/pair", "https://a", "https://a/?b=c:d."])
    func `a link of an app brings the text behind the number sign`(_ page: String) throws {
        let link = try link()
        let text = try #require(link.text(at: page))
        #expect(text.hasPrefix(page + "#"))
        #expect(text.utf8.count == page.utf8.count + 1 + link.text.utf8.count - 18)
        #expect(try PairingLink(" \t" + text + "\r\n", from: .system) == link)
        #expect(throws: WireError.wrongPrefix) { try PairingLink(page, from: .system) }
        #expect(throws: WireError.malformed) { try PairingLink(page + "#" + text, from: .system) }
    }

    @Test(arguments: [
        "", "app.example", "http://a", "HTTPS://a", "https://a#b", "https://a b", "https://é",
    ])
    func `a page that no code can have behind it makes no link of an app`(_ page: String) throws {
        #expect(try link().text(at: page) == nil)
    }

    @Test(.rules("L-4 V-17"))
    func `every other letter in the place of one is refused`() throws {
        let link = try link()
        let text = Array(link.text.utf8)
        for position in text.indices {
            for letter in "Ab7-_.#:".utf8 where letter != text[position] {
                var typed = text
                typed[position] = letter
                let changed = String(decoding: typed, as: UTF8.self)
                #expect(throws: WireError.self, "\(position)") {
                    try PairingLink(changed, from: .system)
                }
            }
        }
    }

    @Test func `a link, its secret and its drop are not printed`() throws {
        let link = try link(named: "hunter2")
        let id = link.secret.id
        var text = "\(link) \(link.secret) \(id)"
        dump((link, link.secret, id), to: &text)
        #expect(text.contains("PairingLink") && text.contains("DropSecret"))
        #expect(!text.contains("hunter2") && !text.contains("relay.example"))
        #expect(!text.contains(id.text) && !text.contains("\(id.bytes[0]), \(id.bytes[1])"))
    }
}
