// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct DemoTests {
    @Test func `the demo comes out right, in 80 columns`() throws {
        let run = try Workplace().run("demo")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.text.contains("\nAll 35 checks came out right.\n"))
        #expect(!run.text.contains("WRONG"))
        #expect(!run.text.contains("\u{1B}"))
        #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `the demo ends with 1 where something comes out wrong`() throws {
        let place = try Workplace()
        // A word of the content that stands in the clear around every envelope.
        try place.write(#"{"aps":{"alert":"the notification"}}"#, to: "one.json")
        let run = try place.run("demo", "--examples", place.folder)
        #expect(run.status == 1)
        #expect(run.text.contains("WRONG"))
        #expect(run.text.contains("expected none, got notification"))
        #expect(run.errors == "sealedpush: error: 1 of 11 checks came out wrong\n")
    }

    @Test func `a folder without examples is told`() throws {
        let place = try Workplace()
        let run = try place.run("demo", "--examples", place.folder)
        #expect(run.status == 64)
    }

    private func outer(_ envelope: [UInt8], _ placeholder: String) throws -> OuterPayload {
        try OuterPayload(envelope: envelope.span, placeholder: .text(body: placeholder))
    }

    @Test func `a word is found around the envelope, in it, and in the headers`() throws {
        let payload = try Payload(
            reading: Array(#"{"aps":{"alert":"The kettle sings 家族会議"},"humidity":1}"#.utf8)
        )
        let secrets = DemoSecrets(of: payload, and: ["Ann Tambourine", "lantern-47"])
        #expect(
            secrets.words == [
                "kettle", "sings", "家族会議", "humidity", "Tambourine", "lantern",
            ]
        )
        var envelope = [UInt8](repeating: 0xA5, count: 1300)
        envelope[0] = 1
        #expect(try secrets.leaks(in: outer(envelope, "Hello"), headers: []).isEmpty)
        #expect(try secrets.leaks(in: outer(envelope, "my kettle"), headers: []) == ["kettle"])
        let header = Array("apns-collapse-id: lantern".utf8)
        #expect(try secrets.leaks(in: outer(envelope, "Hello"), headers: header) == ["lantern"])
        let word = Array("Tambourine".utf8)
        envelope.replaceSubrange(200..<200 + word.count, with: word)
        #expect(try secrets.leaks(in: outer(envelope, "Hello"), headers: []) == ["Tambourine"])
    }
}
