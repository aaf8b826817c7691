// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// Parsers of what comes from outside, under random and mutated input: none may trap, whatever it says.
@Suite struct ParserFuzzTests {
    /// Runs a parser, and checks that it took the valid inputs and no more than a few of the others.
    private func run(
        _ count: Int,
        of valid: [[UInt8]],
        seed: UInt64,
        _ parse: ([UInt8]) -> Bool
    ) {
        let taken = valid.filter { parse($0) }
        #expect(taken == valid)
        var mutations = Mutations(of: valid, seed: seed)
        var refused = 0
        for _ in 0..<count where !parse(mutations.next()) { refused += 1 }
        #expect(refused > count / 10, "seed \(seed)")
    }

    @Test(.rules("C-43")) func `no envelope traps`() throws {
        let envelope = try Exchange().seal(padding: .none).envelope
        run(50_000, of: [envelope], seed: 1) { (try? Envelope(reading: $0)) != nil }
    }

    @Test func `no text of an envelope traps`() throws {
        let envelope = try Exchange().seal(padding: .none).envelope
        let text = Array(Base64URL.encode(envelope.span).utf8)
        run(15_000, of: [text], seed: 2) { (try? Envelope(text: $0.span)) != nil }
    }

    @Test(.rules("C-43")) func `no message traps the opening machine`() throws {
        let exchange = try Exchange()
        let envelope = try exchange.seal(padding: .none).envelope
        run(10_000, of: [envelope], seed: 3) { bytes in
            exchange.claims = [:]
            return exchange.open(bytes).message != nil
        }
    }

    /// What decrypts but says anything, as from a malicious sender.
    @Test func `no plaintext traps the opening machine`() throws {
        let exchange = try Exchange()
        let raw = RawMessage(in: exchange)
        var mutations = Mutations(of: [raw.rest], seed: 4)
        for _ in 0..<3_000 {
            var changed = raw
            changed.restOverride = Array(mutations.next())
            guard changed.rest.count >= 46 else { continue }
            exchange.claims = [:]
            exchange.open(changed.envelope(to: exchange.record))
        }
    }

    @Test func `no record traps`() throws {
        let device = try SampleDevice()
        let record = try device.record().bytes
        run(50_000, of: [record], seed: 5) {
            (try? PrekeyRecord(reading: $0.span, of: device.device)) != nil
        }
    }

    @Test(.rules("C-43")) func `no bundle traps`() throws {
        let device = try SampleDevice()
        let bundles = try [
            device.bundle(), device.bundle(device.record()),
            device.bundle(device.record(.oneTime), device.record()),
        ]
        run(20_000, of: bundles.map(\.bytes), seed: 6) {
            (try? DeviceBundle(reading: $0.span)) != nil
        }
        run(5_000, of: bundles.map { Array($0.text.utf8) }, seed: 7) {
            (try? DeviceBundle(text: String(decoding: $0, as: UTF8.self))) != nil
        }
    }

    @Test func `no statement traps`() throws {
        let device = try SampleDevice(1)
        let other = try SampleDevice(2)
        let statements = try [
            SenderIdentity.Succession(from: device.identity, to: other.identity).bytes,
            SenderIdentity.Revocation(signing: device.identity).bytes,
            DeviceIdentity.Retirement(signing: device.identity).bytes,
            DeviceIdentity.PossessionProof(
                signing: device.identity,
                answering: DeviceIdentity.PossessionProof.Challenge(
                    to: .activation,
                    at: "https://directory.example",
                    of: "d1",
                    nonce: [UInt8](repeating: 1, count: 32)
                )
            ).bytes,
            device.subscription().bytes,
        ]
        run(100_000, of: statements, seed: 8) { bytes in
            [
                (try? SenderIdentity.Succession(reading: bytes.span)) != nil,
                (try? SenderIdentity.Revocation(reading: bytes.span)) != nil,
                (try? DeviceIdentity.Retirement(reading: bytes.span)) != nil,
                (try? DeviceIdentity.PossessionProof(reading: bytes.span)) != nil,
                (try? DeviceIdentity.Subscription(reading: bytes.span)) != nil,
            ].contains(true)
        }
    }

    @Test func `no text of a statement traps`() throws {
        let (old, new) = try (SampleDevice(1), SampleDevice(2))
        let texts = try [
            SenderIdentity.Succession(from: old.identity, to: new.identity).text,
            SenderIdentity.Revocation(signing: old.identity).text,
            DeviceIdentity.Retirement(signing: old.identity).text,
            old.subscription().text,
        ]
        run(30_000, of: texts.map { Array($0.utf8) }, seed: 12) {
            (try? Statement(text: String(decoding: $0, as: UTF8.self))) != nil
        }
    }

    @Test(.rules("C-43")) func `no link traps`() throws {
        let links = try [SamplePairing.relay, "http://[::1]:8080"].map { relay in
            try SamplePairing(relay: relay).link
        }
        run(100_000, of: links.map(\.bytes), seed: 13) {
            (try? PairingLink(reading: $0.span)) != nil
        }
        let texts = try links.map(\.text) + links.map { try #require($0.text(at: "https://a/")) }
        run(30_000, of: texts.map { Array($0.utf8) }, seed: 14) {
            (try? PairingLink(String(decoding: $0, as: UTF8.self), from: .system)) != nil
        }
    }

    @Test(.rules("C-43")) func `no answer and no box traps`() throws {
        let pairing = try SamplePairing()
        let answer = try pairing.answer()
        let zeros = [UInt8](repeating: 0, count: DropBox.plaintextCount - answer.bytes.count)
        run(50_000, of: [answer.bytes + zeros], seed: 15) {
            (try? PairingAnswer(reading: $0.span, to: pairing.link)) != nil
        }
        run(20_000, of: [answer.box(for: pairing.link).bytes], seed: 16) { bytes in
            guard let box = try? DropBox(reading: bytes.span) else { return false }
            return (try? PairingAnswer(opening: box, to: pairing.link)) != nil
        }
        // What opens but says anything, as from who has seen the link.
        var mutations = Mutations(of: [answer.bytes], seed: 17)
        for _ in 0..<5_000 {
            let fields = Array(mutations.next().prefix(DropBox.plaintextCount))
            let box = DropBox(sealing: fields, with: pairing.link.secret)
            _ = try? PairingAnswer(opening: box, to: pairing.link)
        }
    }

    @Test func `no identity traps`() throws {
        let identity = try SenderKeys.sample().identity
        run(100_000, of: [Array(identity.text.utf8)], seed: 9) {
            (try? SenderIdentity(text: String(decoding: $0, as: UTF8.self))) != nil
        }
        run(20_000, of: [identity.bytes], seed: 10) {
            (try? SenderIdentity(reading: $0.span)) != nil
        }
    }

    @Test(.rules("C-43")) func `no content traps`() {
        let payloads = [
            Exchange.content, #"{"aps":{},"sealedpush":{"from":"a","template":["body","x"]}}"#,
            #"{"aps":{"alert":{"title":"\ud83d\ude00","body":"{sender} \u00e9"}},"x":[1e9,[]]}"#,
        ]
        run(200_000, of: payloads.map { Array($0.utf8) }, seed: 11) {
            (try? Payload(opened: $0)) != nil
        }
    }
}

/// Random changes to valid inputs, and inputs that are random throughout, for parsers that must never trap.
struct Mutations {
    private var generator: SeededGenerator
    private let valid: [[UInt8]]
    private let longest: Int

    init(of valid: [[UInt8]], seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        self.valid = valid
        longest = (valid.map(\.count).max() ?? 0) + 64
    }

    mutating func next() -> [UInt8] {
        let draw = generator.next()
        guard draw % 8 != 0, var bytes = valid.randomElement(using: &generator) else {
            return random(.random(in: 0...longest, using: &generator))
        }
        switch draw >> 8 % 4 {
        case 0: bytes.removeLast(.random(in: 0...bytes.count, using: &generator))
        case 1: bytes += random(.random(in: 1...64, using: &generator))
        case 2: bytes.removeFirst(.random(in: 0...min(8, bytes.count), using: &generator))
        default: break
        }
        for _ in 0..<draw >> 16 % 4 where !bytes.isEmpty {
            // Lengths and kinds stand at the start, so half of the changes go there.
            let isHead = Bool.random(using: &generator)
            let end = isHead ? min(48, bytes.count) : bytes.count
            let position = Int.random(in: 0..<end, using: &generator)
            bytes[position] = UInt8(truncatingIfNeeded: generator.next())
        }
        return bytes
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            bytes.append(bigEndian: generator.next())
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
