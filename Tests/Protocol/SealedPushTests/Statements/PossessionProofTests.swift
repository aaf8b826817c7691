// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct PossessionProofTests {
    private let device: SampleDevice

    init() throws {
        device = try SampleDevice()
    }

    private func challenge(
        _ origin: String,
        for purpose: DeviceIdentity.PossessionPurpose = .activation,
        of name: String = "d1",
        nonce: Int = 32
    ) throws(WireError) -> DeviceIdentity.PossessionProof.Challenge {
        try DeviceIdentity.PossessionProof.Challenge(
            to: purpose,
            at: origin,
            of: name,
            nonce: [UInt8](repeating: 1, count: nonce)
        )
    }

    private func prove(_ origin: String) throws(WireError) -> DeviceIdentity.PossessionProof {
        DeviceIdentity.PossessionProof(
            signing: device.identity,
            answering: try challenge(origin)
        )
    }

    /// The challenge of V-22, hashed here.
    private func hash(_ origin: [UInt8], _ name: String = "d1") -> [UInt8] {
        var message = Array("SealedPush v1 activation\0".utf8)
        message.append(bigEndian: UInt16(origin.count))
        message += origin + [UInt8(name.utf8.count)] + name.utf8
        message += [UInt8](repeating: 1, count: 32)
        return SHA256.hash(message.span)
    }

    /// A proof for any origin, signed as it should be.
    private func signed(_ origin: [UInt8]) -> [UInt8] {
        var fields = [1] + device.device.bytes
        fields.append(bigEndian: UInt16(origin.count))
        fields += origin + hash(origin)
        let message = Array("SealedPush v1 possession\0".utf8) + fields
        return fields + device.identity.signature(for: message.span)
    }

    /// The grammar of V-21.
    @Test(
        .rules("V-21"),
        arguments: [
            "https://directory.example", "https://a", "https://directory.example:8443",
            "https://a:1", "https://a:65535", "https://a:80", "https://a:4430", "https://a-b.c.d",
            "https://192.0.2.1", "https://192.0.2.1:8080", "https://[2001:db8::1]",
            "https://[::1]:8443", "https://[::ffff:192.0.2.1]", "https://localhost",
            "https://127.0.0.1:8443", "http://localhost", "http://localhost:8080",
            "http://127.0.0.1", "http://127.0.0.1:443", "http://[::1]", "http://[::1]:1",
        ]
    )
    func `an origin of the grammar is taken by signer and reader`(_ origin: String) throws {
        let proof = try prove(origin)
        #expect(proof.bytes == signed(Array(origin.utf8)))
        #expect(proof.bytes.count == 131 + origin.utf8.count)
        #expect(try DeviceIdentity.PossessionProof(reading: proof.bytes.span) == proof)
    }

    @Test(
        .rules("V-21"),
        arguments: [
            "", "https", "https:", "https://", "directory.example", "//directory.example",
            // The scheme.
            "HTTPS://a", "Https://a", "ftp://a", "wss://a", "https:/a", "https:a", " https://a",
            // Plain HTTP to anything but the machine itself.
            "http://directory.example", "http://127.0.0.2", "http://localhost.example",
            "http://[::2]", "http://", "http://a:8080", "http://127.0.0.1.example",
            "http://LOCALHOST", "http://[0:0:0:0:0:0:0:1]", "http://127.1",
            // The host.
            "https://Directory.example", "https://\u{E4}.example", "https://a b", "https://a\n",
            "https://a%20b", "https://a~b", "https://user@a", "https://user:1@a", "https://a]",
            "https://[]", "https://[::1", "https://::1", "https://[::g]", "https://[::A]",
            "https://[::1]a", "https://a[::1]", "https://[fe80::1%25eth0]", "https://[[::1]]",
            "https://a\u{0}", "https://*", "https://a,b", "https://a_b",
            // The port.
            "https://a:", "https://a:0", "https://a:443", "http://localhost:80", "https://a:65536",
            "https://a:08443", "https://a:+1", "https://a:-1", "https://a:1a", "https://a:1:2",
            "https://a:99999999999999999999", "https://:8443", "https://[::1]:443",
            "https://[::1]:", "https://a: 1", "https://a:\u{661}",
            // Anything behind it.
            "https://a/", "https://a/b", "https://a?b", "https://a#b", "https://a:8443/",
        ]
    )
    func `any other origin is refused by signer and reader`(_ origin: String) {
        #expect(throws: WireError.malformed) { try prove(origin) }
        let bytes = signed(Array(origin.utf8))
        #expect(throws: WireError.malformed) {
            try DeviceIdentity.PossessionProof(reading: bytes.span)
        }
    }

    @Test(.rules("V-21")) func `an origin that is not UTF-8 is refused`() {
        let bytes = signed(Array("https://a".utf8) + [0xFF])
        #expect(throws: WireError.malformed) {
            try DeviceIdentity.PossessionProof(reading: bytes.span)
        }
    }

    @Test(.rules("V-21")) func `an origin has at most 65,535 bytes`() throws {
        let longest = "https://" + String(repeating: "a", count: 65_527)
        let proof = try prove(longest)
        #expect(try DeviceIdentity.PossessionProof(reading: proof.bytes.span) == proof)
        #expect(throws: WireError.malformed) { try prove(longest + "a") }
    }

    @Test(.rules("C-48")) func `the length tells n`() throws {
        var bytes = signed(Array("https://a.example".utf8))
        for count in [bytes.count - 1, 0, 1] {
            bytes[34] = UInt8(truncatingIfNeeded: count)
            #expect(throws: WireError.malformed) {
                try DeviceIdentity.PossessionProof(reading: bytes.span)
            }
        }
        bytes[33] = 0xFF
        #expect(throws: WireError.malformed) {
            try DeviceIdentity.PossessionProof(reading: bytes.span)
        }
    }

    @Test(.rules("V-22"), arguments: [0, 31, 33])
    func `a nonce has 32 bytes`(_ count: Int) {
        #expect(throws: WireError.malformed) { try challenge("https://a", nonce: count) }
    }

    @Test(.rules("V-22")) func `a device's name has 1 to 255 bytes`() throws {
        let origin = "https://a"
        for name in ["d", String(repeating: "d", count: 255)] {
            #expect(try challenge(origin, of: name).bytes == hash(Array(origin.utf8), name))
        }
        for name in ["", String(repeating: "d", count: 256)] {
            #expect(throws: WireError.malformed) { try challenge(origin, of: name) }
        }
    }

    @Test(.rules("V-19 V-24"))
    func `a proof answers the challenge of its purpose, origin and device alone`() throws {
        let proof = try prove("https://a")
        #expect(proof.answers(try challenge("https://a")))
        for other in [
            try challenge("https://a", for: .credential), try challenge("https://b"),
            try challenge("https://a", of: "d2"),
        ] {
            #expect(!proof.answers(other))
        }
        // A server that handed the nonce on gets a proof for itself, whatever it names.
        let handed = DeviceIdentity.PossessionProof(
            signing: device.identity,
            answering: try challenge("https://hostile")
        )
        #expect(!handed.answers(try challenge("https://a")))
    }
}
