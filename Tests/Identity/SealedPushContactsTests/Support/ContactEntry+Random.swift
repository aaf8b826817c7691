// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import TestSupport

extension ContactEntry {
    /// An entry that can be added, with every kind of character in its name and code.
    static func random(using random: inout SeededGenerator) -> ContactEntry {
        let hasName = Int.random(in: 0..<8, using: &random) > 0
        let hasCode = hasName && Bool.random(using: &random)
        return ContactEntry(
            name: hasName ? text(upTo: Contact.maximumNameCount, using: &random) : nil,
            identity: .random(),
            code: hasCode ? text(upTo: Contact.maximumCodeCount, using: &random) : nil,
            trust: ContactStatus.Trust.allCases[Int.random(in: 0..<4, using: &random)],
            preview: ContactStatus.PreviewPolicy.allCases[Int.random(in: 0..<3, using: &random)]
        )
    }

    private static let kinds: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x20...0x7E, 0xA1...0x24F, 0x300...0x36F, 0x5D0...0x5EA, 0x4E00...0x9FFF,
        0x1F600...0x1F64F, 0x10FFF0...0x10FFFD,
    ]
    private static let marks: [Unicode.Scalar] = ["\\", ",", ";", ":", "\"", "{", "\u{200D}", " "]

    private static func text(upTo limit: Int, using random: inout SeededGenerator) -> String {
        var text = "a"
        let count = Int.random(in: 1...limit, using: &random)
        while true {
            let kind = Int.random(in: 0...kinds.count, using: &random)
            let scalar =
                kind < kinds.count
                ? Unicode.Scalar(UInt32.random(in: kinds[kind], using: &random))
                : marks[Int.random(in: 0..<marks.count, using: &random)]
            guard let scalar else { continue }
            guard text.utf8.count + UTF8.width(scalar) <= count else { return text }
            text.unicodeScalars.append(scalar)
        }
    }
}
