// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A file of several records, any of which may be wrong or in a wrong place, under a reference that
/// fits it.
struct LongAttachmentDraft {
    let cipher: RecordCipher
    private let key: [UInt8]
    private let salt: [UInt8]
    /// The encrypted records, and whatever stands behind them.
    var records: [[UInt8]] = []
    /// What is decrypted where the file is right.
    var content: [UInt8] = []

    init(_ name: String) {
        key = AttachmentDraft.bytes("key", of: name)
        salt = AttachmentDraft.bytes("salt", of: name)
        cipher = RecordCipher(key: key, salt: salt)
    }

    func with(_ change: (inout LongAttachmentDraft) -> Void) -> LongAttachmentDraft {
        var draft = self
        change(&draft)
        return draft
    }

    /// Adds a record of 65,536 bytes.
    mutating func addFull(delimiter: UInt8, padding: Int = 0) {
        let number = UInt8(records.count)
        let ending = [delimiter] + [UInt8](repeating: 0, count: padding)
        let plaintext = cipher.fullPlaintext(number, ending: ending)
        content += plaintext.dropLast(ending.count)
        records.append(cipher.record(number, plaintext))
    }

    /// Adds a record with this content and the delimiter of the last one.
    mutating func addLast(_ text: String = "a picture") {
        content += Array(text.utf8)
        records.append(cipher.record(UInt8(records.count), Array(text.utf8) + [2]))
    }

    func accepted(_ heading: Heading) -> Vector {
        vector(heading, expected: "accepted") { vector in
            vector.add("contentDigest", hex: SHA256.hash(content.span))
        }
    }

    func refused(_ error: AttachmentError, _ heading: Heading) -> Vector {
        vector(heading, expected: error.rawValue) { _ in }
    }

    private func vector(
        _ heading: Heading,
        expected: String,
        _ body: (inout JSONWriter.Object) -> Void
    ) -> Vector {
        let file = salt + bigEndian(UInt32(65_536)) + [0] + records.joined()
        return Vector(heading, kind: "attachment", expected: expected) { vector in
            vector.add("reference", AttachmentDraft.reference(to: file, key: key))
            vector.add("file", pieces: file)
            body(&vector)
        }
    }
}

extension JSONWriter.Object {
    /// Adds an array of hex and of numbers, each of which is so many zero bytes.
    fileprivate mutating func add(_ key: String, pieces bytes: [UInt8]) {
        array(key) { list in
            var rest = bytes[...]
            while !rest.isEmpty {
                let zeros = rest.prefix { $0 == 0 }.count
                if zeros >= Self.fewestZeros {
                    list.add(zeros)
                    rest = rest.dropFirst(zeros)
                    continue
                }
                var count = zeros
                while count < rest.count {
                    let run = rest.dropFirst(count).prefix { $0 == 0 }.count
                    guard run < Self.fewestZeros else { break }
                    count += max(run, 1)
                }
                list.add(Hex.encode(Array(rest.prefix(count)).span))
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Fewer stand in hex.
    private static var fewestZeros: Int { 32 }
}
