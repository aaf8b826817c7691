// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import CryptoTestSupport
import Foundation
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

// Where the secret numbers stand in files of keys. Our own readers are not asked: these are to be
// independent of them.

extension [UInt8] {
    /// A file is not as it is known to be.
    struct Unreadable: Error {}

    /// The base64 of the first private key of a PEM, without line feeds.
    var pemCharacters: [UInt8] {
        let lines = String(decoding: self, as: UTF8.self).split(separator: "\n")
        let start = lines.drop { !$0.hasSuffix("PRIVATE KEY-----") }.dropFirst()
        return start.prefix { !$0.hasPrefix("-") }.flatMap(\.utf8)
    }

    /// What that stands for.
    var pemContent: [UInt8] {
        get throws {
            guard let content = Data(base64Encoded: Data(pemCharacters)) else { throw Unreadable() }
            return [UInt8](content)
        }
    }

    /// The number of a key of P-256 in SEC1.
    var sec1Number: [UInt8] { Array(self[7..<39]) }

    /// The number of a key of P-256 in PKCS#8, written without its public half.
    var pkcs8Number: [UInt8] { Array(self[35..<67]) }

    /// Where these bytes stand.
    func place(of bytes: [UInt8]) throws -> Range<Int> {
        guard let place = firstRange(of: bytes) else { throw Unreadable() }
        return place
    }

    /// The numbers of an RSA key of 2048 bits in PKCS#8, without their version and leading zeros:
    /// n, e, d, p, q, and the rest.
    var rsaNumbers: [[UInt8]] {
        get throws {
            // The key's own form, from its first number on.
            let start = try place(of: [0x02, 0x82, 0x01, 0x01]).lowerBound
            var rest = dropFirst(start)
            var numbers: [[UInt8]] = []
            while rest.first == 0x02 {
                let head = Array(rest.dropFirst().prefix(3))
                let (size, count) =
                    switch head[0] {
                    case 0x82: (4, Int(head[1]) << 8 | Int(head[2]))
                    case 0x81: (3, Int(head[1]))
                    default: (2, Int(head[0]))
                    }
                numbers.append(Array(rest.dropFirst(size).prefix(count).drop { $0 == 0 }))
                rest = rest.dropFirst(size + count)
            }
            guard numbers.count == 8 else { throw Unreadable() }
            return numbers
        }
    }
}

/// The random number of a signature, which gives the key away to who has both.
enum SignatureNonce {
    /// Finds it as who has the key can: k = (e + r d) / s (SEC 1, section 4.1.3).
    static func of(_ signature: [UInt8], over message: String, by key: [UInt8]) -> [UInt8] {
        let text = Array(message.utf8)
        var hash = [UInt8](repeating: 0, count: 32)
        unsafe EVP_Digest(text, text.count, &hash, nil, EVP_sha256(), nil)
        let context = unsafe BN_CTX_new()
        let order = unsafe number([UInt8](hex: Self.order))
        let k = unsafe number(Array(signature.prefix(32)))
        let s = unsafe number(Array(signature.suffix(32)))
        let (d, e) = unsafe (number(key), number(hash))
        defer {
            let numbers = unsafe [order, k, s, d, e]
            for index in unsafe numbers.indices { unsafe BN_free(numbers[index]) }
            unsafe BN_CTX_free(context)
        }
        unsafe BN_mod_mul(k, k, d, order, context)
        unsafe BN_mod_add(k, k, e, order, context)
        unsafe BN_mod_inverse(s, s, order, context)
        unsafe BN_mod_mul(k, k, s, order, context)
        var bytes = [UInt8](repeating: 0, count: 32)
        unsafe BN_bn2binpad(k, &bytes, 32)
        return bytes
    }

    private static func number(_ bytes: [UInt8]) -> OpaquePointer? {
        unsafe BN_bin2bn(bytes, Int32(bytes.count), nil)
    }

    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
}
