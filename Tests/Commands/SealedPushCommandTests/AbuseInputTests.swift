// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushCommand

/// Files without an end, and pipes that nothing comes through.
struct AbuseInputTests {
    private static let seal = ["seal", "--store", "@server", "--untracked", "--topic", "a.b"]
    private static let endless = "/dev/zero"

    /// Commands that read a file without an end, and how they end.
    private static let readers: [(arguments: [String], status: Int32)] = [
        (["inspect", endless], 4),
        (["open", "--store", "@phone", endless], 4),
        (seal + ["--to", endless, "@payload"], 4),
        (seal + ["--to", "@phone.bundle", endless], 4),
        (seal + ["--to", "@phone.bundle", "--attachment", endless, "@payload"], 4),
        (["inspect", endless], 4),
        (["statement", "apply", "--store", "@phone", endless], 4),
        (["contact", "avatar", "--store", "@phone", "--identity", "@identity", endless], 4),
        (["contact", "import", "--store", "@phone", "--format", "json", endless], 4),
        (["contact", "import", "--store", "@phone", "--format", "vcard", endless], 4),
        (["device", "acknowledge", "--store", "@phone", endless], 4),
        (["device", "retire", "--store", "@phone", "--device", endless], 4),
        (
            ["device", "init", "--topic", "a.b", "--store", "@new", "--passphrase-file", endless],
            64
        ),
        (["device", "init", "--topic", "a.b", "--store", "@new", "--key-file", endless], 6),
        (
            [
                "store", "backup", "--store", "@server", "--backup-passphrase-file", endless,
                "--to", "@new",
            ], 64
        ),
        (
            [
                "store", "restore", "--store", "@new", "--backup-passphrase-file", "@payload",
                "--from", endless,
            ], 64
        ),
        (
            [
                "attachment", "seal", endless, "--type", "image/jpeg", "--url", "https://a.b/c",
                "--out", "@new",
            ], 2
        ),
        (["attachment", "open", "@payload", "--reference", endless, "--out", "@new"], 4),
        (["sealedpush-lab", "vectors", "check", "@vectors"], 1),
    ]

    @Test(arguments: readers)
    func `a file without an end ends a command with an error, and leaves nothing`(
        _ arguments: [String],
        _ status: Int32
    ) throws {
        let place = try Workplace.withStores()
        try place.write(#"{"aps":{"alert":"Hi"}}"#, to: "payload")
        try place.makeFolder("vectors")
        try FileManager.default.createSymbolicLink(
            atPath: place.path("vectors/endless.json"),
            withDestinationPath: Self.endless
        )
        let identity = try place.text("identity")
        let arguments = arguments.map { $0 == "@identity" ? identity : $0 }
        let run = try place.runInShell(#"exec "$@""#, arguments)
        #expect(run.status == status)
        let program = arguments[0] == "sealedpush-lab" ? arguments[0] : "sealedpush"
        #expect(run.errors.contains("\(program): error: "))
        #expect(!FileManager.default.fileExists(atPath: place.path("new")))
    }

    /// Commands that read standard input, and how they end.
    private static let pipeReaders: [(arguments: [String], status: Int32)] = [
        (["inspect"], 4),
        (seal + ["--to", "@phone.bundle"], 4),
        (["open", "--store", "@phone"], 4),
        (["contact", "import", "--store", "@phone", "--format", "json", "-"], 4),
    ]

    @Test(arguments: pipeReaders)
    func `standard input without an end ends a command with an error`(
        _ arguments: [String],
        _ status: Int32
    ) throws {
        let place = try Workplace.withStores(contact: false)
        let run = try place.runInShell(#"yes | "$@""#, arguments)
        #expect(run.status == status)
        #expect(run.errors.contains("sealedpush: error: "))
    }

    @Test func `a file that is too large is not read, however large`() throws {
        let place = try Workplace.withStores(contact: false)
        try place.write("", to: "large.json")
        try #require(unsafe truncate(place.path("large.json"), 1 << 40) == 0)
        let imported = try place.runInShell(
            #"exec "$@""#,
            ["contact", "import", "--store", "@phone", "@large.json"]
        )
        #expect(imported.status == 4)
        #expect(imported.errors.contains("the contacts are too many"))
        let inspected = try place.runInShell(#"exec "$@""#, ["inspect", "@large.json"])
        #expect(inspected.status == 4)
        #expect(inspected.errors.contains("the file is too large"))
    }

    @Test func `a file of contacts has 4,000,000 lines at most`() throws {
        var limit = ContactFileLimit()
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 1_000_000)
        for _ in 0..<4 {
            let taken = limit.take(lines.span)
            #expect(taken.count == lines.count && taken.error == nil)
        }
        let last = limit.take([0x78, 10].span)
        #expect(last.count == 1 && last.error == ContactFileLimit.tooLarge)
    }

    @Test func `contacts that come before what is none are added`() throws {
        let place = Workplace()
        let draft = try StoreDraft(at: place.path("store"), key: .folder)
        let book = ContactBook(try draft.commit())
        var importing = ContactImporting(
            into: book,
            format: .json,
            keepsTrust: false,
            renames: false,
            allowsTestKeys: false
        )
        let identity = SenderIdentity(SigningKey().publicKey)
        var pieces = [Array("{\"identity\":\"\(identity.text)\",\"name\":\"Ann\"}\n".utf8), [0]]
        let error = #expect(throws: CommandError.self) {
            try importing.run { target in
                guard !pieces.isEmpty else { return 0 }
                let piece = pieces.removeFirst()
                for (index, byte) in piece.enumerated() { target[index] = byte }
                return piece.count
            }
        }
        #expect(error?.message == "the file is none of contacts: it is no text")
        #expect(try book.list().contacts.map(\.name) == ["Ann"])
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `a pipe that nothing comes through is waited for no longer than the time`(
        _ hasWriter: Bool
    ) throws {
        let place = Workplace()
        let path = place.path("pipe")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let writer = hasWriter ? unsafe open(path, O_RDWR) : -1
        defer { if hasWriter { close(writer) } }
        let time = InputTime(.milliseconds(50))
        // Of two files the second one has no time left.
        for _ in 0..<2 {
            let file = try OpenFile(path, "payload")
            var bytes = [UInt8](repeating: 0, count: 9)
            let error = #expect(throws: CommandError.self) {
                var span = bytes.mutableSpan
                _ = try file.read(into: &span, "payload", within: time)
            }
            #expect(error?.message == "the payload did not come in time")
            #expect(error?.status == .usage)
        }
    }

    @Test func `what comes through a pipe is read to its end`() throws {
        let place = try Workplace.withStores(contact: false)
        let script = #"mkfifo "$TMPDIR/pipe"; (sleep 1; cat "$TMPDIR/text") >"$TMPDIR/pipe" & "$@""#
        try place.write(String(repeating: " ", count: 200_000), to: "text")
        let run = try place.runInShell(script, ["inspect", "@pipe"])
        #expect(run.status == 4)
        #expect(!run.errors.contains("in time") && !run.errors.contains("too large"))
    }
}
