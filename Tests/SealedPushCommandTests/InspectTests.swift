// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

struct InspectTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(contact: false)
    }

    @Test(arguments: ["x25519", "xwing"])
    func `the fields cover every byte of the envelope, in order`(_ suite: String) throws {
        try place.seal("Dinner at eight", "--suite", suite)
        let outer = try OuterPayload(reading: place.read("sealed"))
        let envelope = try Envelope(text: outer.encryptedContent.span)
        let run = try place.succeed("inspect", "--json", "@sealed")
        #expect(run.errors.isEmpty)
        let json = try run.json()
        #expect(json["payloadBytes"]?.integer == outer.bytes.count)
        #expect(json["envelopeBytes"]?.integer == envelope.bytes.count)
        #expect(json["suite"]?.string == suite)
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
                "format", "suite", "flags", "reserved", "prekey id", "message id",
                "encapsulated key", "ciphertext", "tag",
            ]
        )
    }

    @Test func `the table shows the ranges`() throws {
        try place.seal("Dinner at eight", "--suite", "x25519")
        let text = try place.succeed("inspect", "@sealed").text
        #expect(text.contains("envelope  512 bytes, with at most 326 bytes of content\n"))
        #expect(text.contains("\n    1     1     1  suite             x25519\n"))
        #expect(text.contains("\n   28    59    32  encapsulated key  "))
        #expect(text.contains("\n   60   495   436  ciphertext        "))
        #expect(text.contains("\n  496   511    16  tag               "))
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
        ("", "malformedEnvelope"), ("{}", "notSealed"), ("{", "malformedPayload"),
        ("AQEAA", "malformedEnvelope"), ("AgEAAAAA", "unknownVersion"),
        ("AQEAAAAA", "malformedEnvelope"),
    ])
    func `what has no form is refused`(_ text: String, _ name: String) throws {
        let run = try place.run("inspect", input: text)
        #expect(run.status == 4)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("(\(name))"))
    }
}
