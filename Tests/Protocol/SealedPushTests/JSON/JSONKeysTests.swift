// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite(.rules("M-19 M-20")) struct JSONKeysTests {
    @Test(
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"a":1,"\u0061":2}"#, 7),
            (#"{"\u0061":1,"a":2}"#, 12), (#"{"\u0061":1,"\u0061":2}"#, 12),
            (#"{"/":1,"\/":2}"#, 7),
            (#"{"":1,"":2}"#, 6), (#"[{"x":{"k":[],"k":[]}}]"#, 14), (#"{"a":{"b":0},"a":0}"#, 13),
            (#"{"\uD83D\uDE00":1,"😀":2}"#, 18), (#"{"b":{"a":1,"a":2},"b":0}"#, 12),
        ] as [(String, Int)]
    )
    func `refuses a key twice in an object`(_ text: String, at offset: Int) {
        #expect(throws: JSONError.duplicateKey(at: offset)) {
            try JSONDocument(reading: [UInt8](text.utf8))
        }
    }

    @Test func `takes keys that look the same but differ in their bytes`() throws {
        let document = try JSONDocument(reading: [UInt8]("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        #expect(document.root["\u{E9}"]?.integer == 1)
        #expect(document.root["e\u{301}"]?.integer == 2)
    }

    @Test(arguments: [2, 15, 16, 17, 18, 10_000])
    func `finds a repeated key in an object of any size`(_ count: Int) throws {
        let members = (0..<count).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
        let document = try JSONDocument(reading: [UInt8]("{\(members)}".utf8))
        #expect(document.root["key \(count - 1)"]?.integer == count - 1)
        for repeated in [0, count / 2, count - 1] {
            let bytes = [UInt8]("{\(members),\"key \(repeated)\":0}".utf8)
            #expect(throws: JSONError.duplicateKey(at: members.utf8.count + 2)) {
                try JSONDocument(reading: bytes)
            }
        }
    }
}
