// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushCommand

/// Imports whose file can't be read to its end.
struct ContactImportingTests {
    private let place: Workplace
    private let book: ContactBook

    init() throws {
        place = Workplace()
        let draft = try StoreDraft(at: place.path("store"), key: .folder)
        book = ContactBook(try draft.commit())
    }

    private static func line(_ name: String) -> String {
        let identity = SenderIdentity(SigningKey().publicKey)
        return "{\"identity\":\"\(identity.text)\",\"name\":\"\(name)\"}\n"
    }

    @Test func `an import without an end ends in time, and what came before is added`() throws {
        var importing = ContactImporting(
            into: book,
            format: .json,
            keepsTrust: false,
            renames: false,
            allowsTestKeys: false,
            until: .now
        )
        let line = Array(Self.line("Ann").utf8)
        var isRead = false
        #expect(throws: ContactFileLimit.tooSlow) {
            try importing.run { target in
                guard !isRead else { throw CommandError.usage("it was read again") }
                isRead = true
                for (index, byte) in line.enumerated() { target[index] = byte }
                return line.count
            }
        }
        #expect(try book.list().contacts.map(\.name) == ["Ann"])
    }

    @Test func `what was read before an error of reading is added, and told`() throws {
        var importing = ContactImporting(
            into: book,
            format: .json,
            keepsTrust: false,
            renames: true,
            allowsTestKeys: false
        )
        let ann = Array((Self.line("Ann") + Self.line("Bob")).utf8)
        var pieces = [ann, Array(Self.line("Cut").utf8.prefix(20))]
        let failure = CommandError.usage("the contacts can't be read: system error 5")
        #expect(throws: failure) {
            try importing.run { target in
                guard !pieces.isEmpty else { throw failure }
                let piece = pieces.removeFirst()
                for (index, byte) in piece.enumerated() { target[index] = byte }
                return piece.count
            }
        }
        #expect(importing.summary == "added 2, renamed 0, there before 0")
        #expect(try book.list().contacts.map(\.name) == ["Ann", "Bob"])
    }
}
