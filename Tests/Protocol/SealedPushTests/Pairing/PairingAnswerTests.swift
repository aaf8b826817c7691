// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct PairingAnswerTests {
    private let pairing: SamplePairing
    private let answer: PairingAnswer

    init() throws {
        pairing = try SamplePairing()
        answer = try pairing.answer()
    }

    /// The plaintext of a box that has the bytes.
    private func plaintext(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: 1024 - bytes.count)
    }

    /// Fields with a signature over them, whatever they say.
    private func signed(_ fields: [UInt8], label: String = "pairing") -> [UInt8] {
        let message = Array("SealedPush v1 \(label)\0".utf8) + pairing.link.digest + fields
        return fields + pairing.device.identity.signature(for: message.span)
    }

    @Test(.rules("L-5 L-7 C-101")) func `an answer is read from its box as it was made`() throws {
        let box = answer.box(for: pairing.link)
        let read = try PairingAnswer(opening: DropBox(reading: box.bytes.span), to: pairing.link)
        #expect(read == answer)
        #expect(read.device == pairing.device.device)
        #expect(read.endpoint == "https://relay.example/e/" + SamplePairing.capability)
        #expect(read.topic.text == "com.example.app" && read.name == "Ann's phone")
        #expect(read.answerHash.bytes == Array(SHA256.hash(read.bytes.span).prefix(16)))
    }

    @Test(.rules("L-5 C-101"))
    func `an answer serves no other link, sender, relay, name or end`() throws {
        let (link, sender) = (pairing.link, pairing.sender)
        let others = try [
            SamplePairing.link(of: sender),
            SamplePairing.link(of: SenderKeys.sample(2).identity),
            changed(link) { $0[17..<49] = try SenderKeys.sample(2).identity.bytes[...] },
            changed(link) { $0[$0.count - 1] ^= 1 },
            changed(link) { $0[54] ^= 1 },
            changed(link) { $0[52] ^= 1 },
        ]
        let bytes = plaintext(answer.bytes)
        #expect(try PairingAnswer(reading: bytes.span, to: link) == answer)
        for other in others {
            #expect(throws: WireError.wrongSignature) {
                try PairingAnswer(reading: bytes.span, to: other)
            }
        }
    }

    private func changed(
        _ link: PairingLink,
        _ change: (inout [UInt8]) throws -> Void
    ) throws -> PairingLink {
        var bytes = link.bytes
        try change(&bytes)
        return try PairingLink(reading: bytes.span)
    }

    @Test(.rules("L-5 C-101")) func `no bit of an answer can be changed`() throws {
        let count = answer.bytes.count
        for bit in 0..<8 * count {
            var bytes = plaintext(answer.bytes)
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: WireError.self, "\(bit)") {
                try PairingAnswer(reading: bytes.span, to: pairing.link)
            }
        }
    }

    @Test(.rules("L-5")) func `a byte that is not zero behind the answer is refused`() throws {
        for position in answer.bytes.count..<1024 {
            var bytes = plaintext(answer.bytes)
            bytes[position] = 0x80
            #expect(throws: WireError.malformed, "\(position)") {
                try PairingAnswer(reading: bytes.span, to: pairing.link)
            }
        }
    }

    @Test(.rules("L-5"), arguments: [0, 1, 141, 1023, 1025, 2048])
    func `a plaintext of another size is refused`(_ count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: WireError.malformed) {
            try PairingAnswer(reading: bytes.span, to: pairing.link)
        }
    }

    @Test(.rules("L-5 M-5")) func `a possession proof is no answer`() throws {
        let fields = Array(answer.bytes.dropLast(64))
        let right = plaintext(signed(fields))
        #expect(try PairingAnswer(reading: right.span, to: pairing.link) == answer)
        let proof = plaintext(signed(fields, label: "possession"))
        #expect(throws: WireError.wrongSignature) {
            try PairingAnswer(reading: proof.span, to: pairing.link)
        }
    }

    @Test(
        .rules("L-5"),
        arguments: [
            "https://relay.example/e/" + String(repeating: "Q", count: 42),
            "https://relay.example/e/" + String(repeating: "Q", count: 42) + "R",
            "https://relay.example/e/" + SamplePairing.capability + "A",
            "https://relay.example/f/" + SamplePairing.capability,
            "https://relay.example:8443/e/" + SamplePairing.capability,
            "https://other.example/e/" + SamplePairing.capability,
            "http://relay.example/e/" + SamplePairing.capability, "",
        ]
    )
    func `an endpoint of another form or relay makes no answer`(_ endpoint: String) {
        #expect(throws: WireError.malformed) { try pairing.answer(endpoint: endpoint) }
    }

    @Test(
        .rules("L-5 D-17"),
        arguments: [
            "", " a", "a\u{202E}", String(repeating: "a", count: 65),
            String(repeating: "a", count: 300),
        ]
    )
    func `a name that a sender would not show as it is makes no answer`(_ name: String) {
        #expect(throws: WireError.malformed) { try pairing.answer(named: name) }
    }

    @Test(.rules("L-5")) func `a device does not answer a link of its own`() throws {
        let own = try SenderIdentity(reading: pairing.device.device.bytes.span)
        let link = try SamplePairing.link(of: own)
        #expect(throws: WireError.equalKeys) { try pairing.answer(to: link) }
    }

    @Test(.rules("L-5")) func `an answer fits its box, whatever its lengths say`() throws {
        let head = Array(answer.bytes.prefix(65))
        let texts = [UInt8(255)] + [UInt8](repeating: 0x61, count: 255)
        let longest = signed(head + texts + texts)
        #expect(longest.count == 641)
        #expect(throws: WireError.malformed) {
            try PairingAnswer(reading: plaintext(longest).span, to: pairing.link)
        }
    }

    @Test func `an answer and its hash are not printed`() throws {
        let answer = try pairing.answer(named: "hunter2")
        var text = "\(answer) \(answer.answerHash)"
        dump((answer, answer.answerHash), to: &text)
        #expect(text.contains("PairingAnswer") && text.contains("AnswerHash"))
        #expect(!text.contains("hunter2") && !text.contains(SamplePairing.capability))
        #expect(!text.contains(answer.answerHash.text))
    }
}

@Suite struct AnswerHashTests {
    private func hash(_ first: [UInt8]) throws -> AnswerHash {
        try #require(AnswerHash(first + [UInt8](repeating: 9, count: 16 - first.count)))
    }

    @Test(
        .rules("C-101"),
        arguments: [
            ([0, 0, 0, 0], "00"), ([0, 0, 0, 7], "07"), ([0, 0, 0, 99], "99"),
            ([0, 0, 0, 100], "00"),
            ([1, 0, 0, 0], "16"), ([255, 255, 255, 255], "95"), ([0, 1, 0, 0], "36"),
        ] as [([UInt8], String)]
    )
    func `the number is two digits of the first four bytes`(
        _ first: [UInt8],
        _ digits: String
    ) throws {
        let number = try hash(first).number
        #expect(number.text == digits && "\(number)" == digits)
        #expect(PairingNumber(typed: " \(digits)\n") == number)
    }

    @Test(arguments: ["", "4", "047", "4 7", "+4", "-4", "٤٧", "4.", "0x"])
    func `a number is typed with two digits`(_ text: String) {
        #expect(PairingNumber(typed: text) == nil)
    }

    @Test func `all hundred numbers are read back`() throws {
        for value in 0..<100 {
            let number = try hash([0, 0, 0, UInt8(value)]).number
            #expect(number.value == value && PairingNumber(typed: number.text) == number)
        }
    }

    @Test(.rules("L-8 M-36")) func `a message names the answer behind all other members`() throws {
        let hash = try hash([1, 2, 3])
        let fields = ToolkitFields(from: "a", statements: ["s"], paired: hash)
        let payload = try Payload(reading: Array(#"{"aps":{}}"#.utf8)).adding(fields)
        let member = #"{"from":"a","statements":["s"],"paired":"\#(hash.text)"}"#
        #expect(
            String(decoding: payload.bytes, as: UTF8.self) == #"{"aps":{},"sealedpush":\#(member)}"#
        )
        #expect(try Payload(opened: payload.bytes).fields?.paired == hash)
        #expect(!ToolkitFields(paired: hash).isEmpty)
        // Statements that have no room go, and it stays.
        #expect(try payload.withoutStatements().fields?.paired == hash)
        #expect(payload.count(with: []) == payload.bytes.count)
    }

    @Test(
        .rules("L-8 M-34"),
        arguments: [
            "1", "null", "{}", #"[""]"#, #""""#, #""AAAAAAAAAAAAAAAAAAAA""#,
            #""AAAAAAAAAAAAAAAAAAAAAAA""#, #""AAAAAAAAAAAAAAAAAAAAAA==""#,
            #""AAAAAAAAAAAAAAAAAAAAAB""#, #"" AAAAAAAAAAAAAAAAAAAAA""#,
        ]
    )
    func `a member that is no hash is ignored, and the message is opened`(_ value: String) throws {
        let json = #"{"aps":{},"sealedpush":{"paired":\#(value),"name":"Ann"}}"#
        let fields = try Payload(opened: Array(json.utf8)).fields
        #expect(fields == ToolkitFields(name: "Ann"))
    }
}
