// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

/// Keys of RSA whose numbers do not belong together, as a stranger may send them.
struct RSANumberTests {
    /// One key for all.
    private static let key = Result {
        let openssl = try OpenSSLCommand()
        defer { openssl.remove() }
        try openssl.write(openssl.run("genrsa -traditional 1024"), to: "key")
        return try openssl.run("rsa -in key -traditional -outform DER")
    }

    /// The version, and the numbers n, e, d, p, q, dP, dQ and qInv.
    private let numbers: [Data]

    init() throws {
        numbers = try Self.parts(of: Self.key.get())
    }

    /// Parts of a sequence, each without its head.
    private static func parts(of sequence: Data) -> [Data] {
        var rest = [UInt8](sequence)[...]
        func head() -> Int {
            rest = rest.dropFirst()
            let first = Int(rest.removeFirst())
            guard first > 127 else { return first }
            defer { rest = rest.dropFirst(first - 128) }
            return rest.prefix(first - 128).reduce(0) { $0 << 8 | Int($1) }
        }
        _ = head()
        var parts: [Data] = []
        while !rest.isEmpty {
            let length = head()
            parts.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return parts
    }

    private static func element(_ tag: UInt8, _ content: Data) -> Data {
        let count = content.count
        guard count > 127 else { return [tag, UInt8(count)] + content }
        let length = [count >> 16, count >> 8, count].map { UInt8(truncatingIfNeeded: $0) }
            .drop { $0 == 0 }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    private static func key(_ numbers: [Data]) -> Data {
        element(0x30, numbers.reduce(Data()) { $0 + element(2, $1) })
    }

    /// An odd number of so many bits.
    private static func number(bits: Int) -> Data {
        var number = Data(repeating: 0xFF, count: (bits + 7) / 8)
        number[0] = UInt8(0xFF) >> UInt8((8 - bits % 8) % 8)
        return number[0] < 128 ? number : [0] + number
    }

    @Test func `a key is the sequence of its numbers`() throws {
        #expect(numbers.count == 9)
        #expect(Self.key(numbers) == (try Self.key.get()))
        #expect(Keys.rsa(Self.key(numbers)) != nil)
    }

    /// The places of numbers, and how long they become.
    @Test(arguments: [
        ([4, 5, 6, 7], 120_000), ([4, 5], 120_000), ([6, 7], 120_000), ([3], 120_000),
        ([8], 120_000), ([2], 120_000), ([1], 120_000), ([1], 16_385), ([2], 1025), ([3], 1025),
        ([4], 1025), ([5], 1025), ([6], 513), ([7], 513), ([8], 513), ([4, 5, 6, 7], 1024),
        ([4], 512), ([5], 512), ([4, 5], 512),
    ])
    func `a number that is too long, or no factor, makes no key`(_ places: [Int], _ bits: Int) {
        var changed = numbers
        for place in places { changed[place] = Self.number(bits: bits) }
        #expect(Keys.rsa(Self.key(changed)) == nil)
        let publicKey = Self.key(Array(changed[1...2]))
        let isPublic = Keys.rsa(publicKey, kSecAttrKeyClassPublic) != nil
        #expect(isPublic == places.allSatisfy { $0 > 2 })
    }

    @Test func `one is no prime, and a negative number none`() {
        var changed = numbers
        (changed[4], changed[5], changed[6]) = (changed[1], Data([1]), changed[3])
        #expect(Keys.rsa(Self.key(changed)) == nil)
        for place in 1...8 {
            var changed = numbers
            changed[place] = [0xFF] + changed[place]
            #expect(Keys.rsa(Self.key(changed)) == nil, "\(place)")
        }
    }

    @Test func `bytes behind a key, or within, are refused`() throws {
        let key = Self.key(numbers)
        #expect(Keys.rsa(key + [0]) == nil)
        #expect(Keys.rsa(Self.key(numbers + [Data([1])])) == nil)
        #expect(Keys.rsa(key + key) == nil)

        let pkcs1 = Self.key(Array(numbers[1...2]))
        func read(_ data: Data) -> SecKey? { Keys.rsa(data, kSecAttrKeyClassPublic) }
        func information(_ content: Data) -> Data {
            let name = Data([6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 5, 0])
            return Self.element(
                0x30,
                Self.element(0x30, name) + Self.element(3, [0] + content)
            )
        }
        #expect(read(pkcs1) != nil && read(information(pkcs1)) != nil)
        for more in [Data([0]), pkcs1, information(pkcs1)] {
            #expect(read(pkcs1 + more) == nil)
            #expect(read(information(pkcs1) + more) == nil)
            #expect(read(information(pkcs1 + more)) == nil)
        }
    }
}
