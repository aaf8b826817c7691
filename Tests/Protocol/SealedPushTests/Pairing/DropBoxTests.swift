// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct DropBoxTests {
    private let secret = DropSecret()
    private let fields = Array("what a device leaves".utf8)

    @Test(.rules("L-7 C-102")) func `a box opens with its secret alone`() throws {
        let box = DropBox(sealing: fields, with: secret)
        #expect(box.bytes.count == 1056)
        let zeros = [UInt8](repeating: 0, count: 1024 - fields.count)
        #expect(try box.open(with: secret) == fields + zeros)
        #expect(throws: WireError.cannotOpen) { try box.open(with: DropSecret()) }
        #expect(try DropBox(reading: box.bytes.span) == box)
    }

    @Test(.rules("L-7 C-102")) func `no bit of a box can be changed`() throws {
        let box = DropBox(sealing: fields, with: secret)
        for bit in 0..<8 * DropBox.count {
            var bytes = box.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            let changed = try DropBox(reading: bytes.span)
            #expect(throws: WireError.cannotOpen, "\(bit)") { try changed.open(with: secret) }
        }
    }

    @Test(.rules("L-7"), arguments: [0, 16, 1055, 1057, 2112])
    func `a box of another size is refused`(_ count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: WireError.malformed) { try DropBox(reading: bytes.span) }
    }

    @Test(.rules("L-6 C-102")) func `two boxes of one plaintext have nothing in common`() throws {
        let boxes = (0..<20).map { _ in DropBox(sealing: fields, with: secret).bytes }
        #expect(Set(boxes.map { $0.prefix(16) }).count == 20)
        #expect(Set(boxes.map { $0[16..<32] }).count == 20)
        #expect(boxes.allSatisfy { $0.count == DropBox.count })
        let again = DropBox(sealing: fields, with: secret, salt: Array(boxes[0].prefix(16)))
        #expect(again.bytes == boxes[0])
    }

    @Test(.rules("C-102")) func `every length of fields has a box of one size`() throws {
        for count in [0, 1, 1023, 1024] {
            let fields = [UInt8](repeating: 7, count: count)
            let box = DropBox(sealing: fields, with: secret)
            #expect(box.bytes.count == DropBox.count)
            #expect(try box.open(with: secret).prefix(count) == fields[...])
        }
    }

    @Test(arguments: [0, 15, 17, 32]) func `a secret has 16 bytes`(_ count: Int) {
        #expect(DropSecret(copying: [UInt8](repeating: 1, count: count).span) == nil)
    }

    @Test func `a drop's id is read as it is written`() throws {
        let id = secret.id
        #expect(id.bytes.count == 16 && id.text.utf8.count == 22)
        #expect(DropID(text: id.text) == id)
        for text in ["", id.text + "A", String(id.text.dropLast()), id.text + "=", "é"] {
            #expect(DropID(text: text) == nil)
        }
        #expect(DropSecret().id != id)
    }

    @Test(arguments: [(1025, 16), (16, 15), (16, 17)])
    func `fields or a salt of a size that no box has are a caller's mistake`(
        _ count: Int,
        _ saltCount: Int
    ) async {
        await #expect(processExitsWith: .failure) { [count, saltCount] in
            _ = DropBox(
                sealing: [UInt8](repeating: 1, count: count),
                with: DropSecret(),
                salt: [UInt8](repeating: 1, count: saltCount)
            )
        }
    }
}
