// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCrypto

/// What is not the whole file, exactly as it was encrypted, does not open to its end.
struct ContentDamageTests {
    static let key = [UInt8](0..<16)
    /// Three records of 30 bytes: 13 bytes of content each, the last one full.
    static let content = [UInt8](1...39)
    static let header = ContentHeader(
        salt: [UInt8](repeating: 5, count: 16),
        recordSize: 30
    )
    static let file = ContentFile.encrypt(content, key: key, header: header)

    private func refusal(of file: [UInt8]) -> CryptoError? {
        do throws(CryptoError) {
            _ = try ContentFile.decrypt(file, key: Self.key)
            return nil
        } catch {
            return error
        }
    }

    @Test(.rules("A-15")) func `every cut is noticed, and one between records is a missing end`() {
        #expect(Self.file.count == 21 + 90)
        for count in 0..<Self.file.count {
            let refusal = refusal(of: Array(Self.file.prefix(count)))
            #expect(refusal == .truncated || refusal == .cannotOpen, "\(count) bytes")
            if [21, 51, 81].contains(count) { #expect(refusal == .truncated, "\(count) bytes") }
        }
    }

    @Test(arguments: [1, 13, 17, 30, 31])
    func `what follows the last record is noticed`(_ count: Int) {
        #expect(refusal(of: Self.file + [UInt8](repeating: 0, count: count)) == .trailingBytes)
        // Another file's records as well as the same ones once more.
        #expect(refusal(of: Self.file + Self.file.suffix(count)) == .trailingBytes)
    }

    @Test func `records exchanged, left out or repeated are noticed`() {
        let records = [
            Array(Self.file[21..<51]), Array(Self.file[51..<81]), Array(Self.file[81...]),
        ]
        for order in [[1, 0, 2], [0, 2], [1, 2], [2], [0, 0, 1, 2], [0, 1, 1, 2], [2, 1, 0]] {
            let file = Self.header.bytes + order.flatMap { records[$0] }
            #expect(refusal(of: file) == .cannotOpen, "\(order)")
        }
    }

    @Test(.rules("A-15")) func `every flipped bit is noticed`() {
        for (bit, file) in Self.file.withOneBitFlipped.enumerated() {
            #expect(refusal(of: file) != nil, "bit \(bit)")
        }
    }

    /// Records as a peer could make them that has the key and breaks the rules of padding.
    @Test(
        .rules("A-15"),
        arguments: [
            ([[0, 0, 0, 0]], CryptoError.wrongPadding),
            ([[0]], .wrongPadding),
            ([[65, 3]], .wrongPadding),
            ([[65, 66]], .wrongPadding),
            ([[65, 2, 0, 255]], .wrongPadding),
            ([[65, 1]], .truncated),
            ([[1]], .truncated),
            ([Array(repeating: 65, count: 13) + [1]], .truncated),
            ([Array(repeating: 65, count: 13) + [2], [2]], .trailingBytes),
            ([Array(repeating: 65, count: 13) + [3], [2]], .wrongPadding),
        ] as [([[UInt8]], CryptoError)]
    )
    func `padding that breaks the rules is refused`(_ records: [[UInt8]], as expected: CryptoError)
    {
        #expect(refusal(of: file(of: records)) == expected)
    }

    @Test(
        arguments: [
            ([[2]], []),
            ([[65, 2]], [65]),
            ([[65, 2, 0, 0, 0]], [65]),
            ([[65, 0, 2, 0]], [65, 0]),
            ([[65, 1] + Array(repeating: 0, count: 12), [66, 2]], [65, 66]),
            ([[1] + Array(repeating: 0, count: 13), [2, 0]], []),
            ([Array(repeating: 65, count: 13) + [1], [2]], Array(repeating: 65, count: 13)),
        ] as [([[UInt8]], [UInt8])]
    )
    func `padding that keeps the rules is taken off`(
        _ records: [[UInt8]],
        _ content: [UInt8]
    ) throws {
        #expect(try ContentFile.decrypt(file(of: records), key: Self.key) == content)
    }

    /// The file whose records hold exactly these bytes, delimiters and padding included.
    private func file(of plaintexts: [[UInt8]]) -> [UInt8] {
        var keys = ContentKeys(key: Self.key.span, salt: Self.header.salt)
        return plaintexts.reduce(Self.header.bytes) { file, plaintext in
            var record = [UInt8](repeating: 0, count: plaintext.count + 16)
            let nonce = keys.nextNonce()
            keys.key.withBytes { key in
                var span = record.mutableSpan
                AES128GCM.seal(
                    plaintext.span,
                    key: key,
                    nonce: nonce.span,
                    authenticating: Span(),
                    into: &span
                )
            }
            return file + record
        }
    }

    @Test func `after a fault nothing opens, and the file has no end`() throws {
        var decryptor = ContentDecryptor(key: Self.key.span, header: Self.header)
        var damaged = Array(Self.file[21..<51])
        damaged[0] ^= 1
        let last = Array(Self.file[81...])
        for record in [damaged, Array(Self.file[21..<51]), last] {
            var failure: CryptoError?
            do throws(CryptoError) {
                _ = try decryptor.open(record.span)
            } catch {
                failure = error
            }
            #expect(failure == .cannotOpen)
        }
        var end: CryptoError?
        do throws(CryptoError) { try decryptor.finish() } catch { end = error }
        #expect(end == .truncated)
    }

    @Test func `a record that is not full must be the last, and nothing follows it`() async {
        await #expect(processExitsWith: .failure) {
            var encryptor = ContentEncryptor(key: [UInt8](0..<16).span)
            var content: [UInt8] = [1, 2, 3, 0]
            _ = encryptor.seal(first: 3, of: &content, isLast: false)
        }
        await #expect(processExitsWith: .failure) {
            var encryptor = ContentEncryptor(key: [UInt8](0..<16).span)
            var content: [UInt8] = [1, 2, 3, 0]
            _ = encryptor.seal(first: 3, of: &content, isLast: true)
            _ = encryptor.seal(first: 3, of: &content, isLast: true)
        }
    }
}
