// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SecretScan

/// What memory may not show of the keys that an `OpenSSLProbe` has used.
struct KeyTraces {
    /// Everything, by name.
    private(set) var scan = SecretScan()
    /// How many things are looked for.
    private(set) var count = 0

    init(of probe: KeyProbe) throws {
        let token = try Sample.bytes("sec1.der").sec1Number
        add("number of the token key", token)
        for name in ["token.p8", "sec1.pem"] {
            try add("text of \(name)", token, inPEM: Sample.bytes(name))
        }
        for line in probe.lines {
            add(
                "nonce of a signature",
                SignatureNonce.of([UInt8](hex: line), over: KeyProbe.message, by: token)
            )
        }
        let rsa = try Sample.bytes("rsa.pem")
        for (name, number) in try zip(Self.partsOfRSA, rsa.pemContent.rsaNumbers.dropFirst(2)) {
            add("\(name) of RSA", number)
            for file in ["rsa.pem", "identity.pem"] {
                try add("text of \(file)", number, inPEM: Sample.bytes(file))
            }
        }
        let passphrase = try Sample.bytes("long-passphrase.txt")
        add("passphrase", plain: passphrase)
        add("passphrase of archives in UTF-16", plain: passphrase.flatMap { [0, $0] })
        // As HMAC pads a key (RFC 2104, section 2).
        for pad in [0x36, 0x5C] as [UInt8] {
            add("passphrase as a key of HMAC", plain: passphrase.map { $0 ^ pad })
        }
        let plain = try Sample.bytes("plain.p12")
        // ECPrivateKey { 1, OCTET STRING }.
        let place = try plain.place(of: [0x02, 0x01, 0x01, 0x04, 0x20]).upperBound
        add(
            "number of the key of an archive that is not encrypted",
            Array(plain[place..<place + 32])
        )
        add("number of the key that was made", try probe.file("made.der").pkcs8Number)
        add("number of a certificate's key", try probe.file("certified.der").pkcs8Number)
    }

    private static let partsOfRSA = [
        "exponent", "first prime", "second prime", "first exponent", "second exponent",
        "coefficient",
    ]

    /// A number in both orders of its bytes: OpenSSL has it in words of the machine.
    private mutating func add(_ name: String, _ number: [UInt8]) {
        add(name, plain: number)
        add("\(name), least byte first", plain: number.reversed())
    }

    private mutating func add(_ name: String, plain bytes: [UInt8]) {
        scan.add(name, bytes)
        count += 1
    }

    /// The part of a PEM's text that stands for the number.
    private mutating func add(_ name: String, _ number: [UInt8], inPEM file: [UInt8]) throws {
        let place = try file.pemContent.place(of: number)
        let characters = file.pemCharacters
        let end = place.upperBound * 8 / 6
        add(name, plain: Array(characters[(place.lowerBound * 8 + 5) / 6..<end]))
    }
}
