// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
