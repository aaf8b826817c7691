// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import Testing

struct InspectTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(contact: false)
    }

    @Test func `the fields cover every byte of the envelope, in order`() throws {
        try place.seal("Dinner at eight")
        let outer = try OuterPayload(reading: place.read("sealed"))
        let envelope = try Envelope(text: outer.encryptedContent.span)
        let run = try place.succeed("inspect", "--json", "@sealed")
        #expect(run.errors.isEmpty)
        let json = try run.json()
        #expect(json["payloadBytes"]?.integer == outer.bytes.count)
        #expect(json["envelopeBytes"]?.integer == envelope.bytes.count)
        var end = 0
        var hex = ""
        for field in json["fields"]?.elements ?? [] {
            #expect(field["offset"]?.integer == end)
            end += field["size"]?.integer ?? 0
            hex += field["hex"]?.string ?? ""
        }
        #expect(hex == Hex.encode(envelope.bytes.span))
        #expect(
            json["fields"]?.elements?.map { $0["name"]?.string } == [
                "version", "prekey id", "message id", "encapsulated key", "ciphertext", "tag",
            ]
        )
    }

    @Test func `the table shows the ranges`() throws {
        try place.seal("Dinner at eight")
        let text = try place.succeed("inspect", "@sealed").text
        #expect(text.contains("envelope  2048 bytes, with at most 777 bytes of content\n"))
        #expect(text.contains("\n    0     0     1  version           1\n"))
        #expect(text.contains("\n    1     8     8  prekey id         "))
        #expect(text.contains("\n    9    24    16  message id        "))
        #expect(text.contains("\n   25  1144  1120  encapsulated key  "))
        #expect(text.contains("\n 1145  2031   887  ciphertext        "))
        #expect(text.contains("\n 2032  2047    16  tag               "))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `bare text serves, from standard input, too`() throws {
        try place.seal("Dinner at eight")
        let outer = try OuterPayload(reading: place.read("sealed"))
        let text = String(decoding: outer.encryptedContent, as: UTF8.self)
        let bare = try place.succeed("inspect", "--json", input: "\n\(text)\n")
        #expect(try bare.json()["payloadBytes"]?.isNull == true)
        let whole = try place.succeed("inspect", "--json", "@sealed")
        #expect(try bare.json()["fields"]?.bytes == whole.json()["fields"]?.bytes)
    }

    @Test(arguments: [
        ("{}", "notSealed"), ("{", "malformedPayload"),
        ("AQEAA", "malformedEnvelope"), ("AgEAAAAA", "unknownVersion"),
        ("AQEAAAAA", "malformedEnvelope"),
    ])
    func `a push that has no form is refused`(_ text: String, _ name: String) throws {
        let run = try place.run("inspect", input: text)
        #expect(run.status == 4)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("(\(name))"))
    }

    @Test(arguments: [
        "", " \n\n", "hello", "hello\nworld", "\u{FEFF}sealedpush-device-1:AAAA.AAAA", "[]",
        "QQEA", "\u{0}\u{1}\u{2}", "-----BEGIN PRIVATE KEY-----",
        String(repeating: "A", count: 63) + "!",
    ])
    func `what is like nothing that is inspected is told so`(_ text: String) throws {
        let run = try place.run("inspect", input: text)
        #expect(run.status == 4)
        #expect(run.output.isEmpty)
        let words = "the file is no sealed push, bundle, statement or identity\n"
        #expect(run.errors == "sealedpush: error: " + words)
    }

    @Test(arguments: ["\u{2028}", "\u{85}", "\\n"])
    func `a push is one, whatever lines its placeholder has`(_ end: String) throws {
        try place.seal("Dinner", as: "sealed", "--placeholder", "New\(end)sealedpush-x")
        #expect(try place.succeed("inspect", "@sealed").text.hasPrefix("payload  "))
    }

    @Test func `identities are shown`() throws {
        let sender = try place.text("identity").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try place.succeed("inspect", "@identity").text == "sender     \(sender)\n")
        let json = try place.succeed("inspect", "--json", "@identity")
        #expect(json.text == "{\n  \"sender\": \"\(sender)\"\n}\n")
        let device = try DeviceBundle(text: place.text("phone.bundle")).device
        let hex = Hex.encode(device.bytes.span)
        #expect(try place.succeed("inspect", input: hex).text == "device     \(hex)\n")
        let shown = try place.succeed("inspect", "--json", input: hex + "\n")
        #expect(try shown.json()["device"]?.string == hex)
    }

    @Test func `beside other lines a bundle and an identity are no statements`() throws {
        let revocation = try place.succeed("sender", "revoke", "--store", "@server", "--yes").text
        for (name, isFirst) in [("identity", true), ("identity", false), ("phone.bundle", true)] {
            let line = try place.text(name).trimmingCharacters(in: .whitespacesAndNewlines) + "\n"
            try place.write(isFirst ? line + revocation : revocation + line, to: "mixed")
            let run = try place.run("inspect", "@mixed")
            #expect(run.status == 4)
            #expect(run.text.contains("statement  revocation\n"))
            #expect(run.errors.contains("note: line \(isFirst ? 1 : 2): the statement is empty or"))
        }
    }
}
