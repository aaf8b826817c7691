// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// Files that belong to a message: sealed, referred to, opened.
struct AttachmentCommandTests {
    private static let url = "https://files.example.com/7f3a"

    private let place: Workplace
    private let content = [UInt8]((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })

    init() throws {
        place = try Workplace()
        try place.write(content, to: "photo.jpg")
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: place.path(name))
    }

    private func seal(
        _ file: String = "@photo.jpg",
        url: String = url,
        to out: String = "@photo.sealed",
        input: String = "",
        _ options: String...
    ) throws -> Transcript {
        try place.run(
            ["attachment", "seal", file, "--out", out, "--url", url] + options,
            input: input
        )
    }

    private func open(
        _ file: String = "@photo.sealed",
        as reference: String = "@photo.json",
        to out: String = "@copy.jpg"
    ) throws -> Transcript {
        try place.run(["attachment", "open", file, "--reference", reference, "--out", out])
    }

    @Test func `a file is sealed, referred to and opened again`() throws {
        let sealed = try seal()
        #expect(sealed.status == 0 && sealed.errors.isEmpty)
        try place.write(sealed.output, to: "photo.json")
        let reference = try AttachmentReference(readingWithKey: Array(sealed.line.utf8))
        #expect(reference.url == Self.url)
        #expect(reference.type == .jpeg)
        #expect(try place.read("photo.sealed").count == reference.size)
        let opened = try open()
        #expect(opened.status == 0 && opened.output.isEmpty && opened.errors.isEmpty)
        #expect(try place.read("copy.jpg") == content)
        for name in ["photo.sealed", "copy.jpg"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: place.path(name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func `standard input is sealed where its type is told`() throws {
        let sealed = try seal("-", input: "sound", "--type", "audio/mpeg")
        try place.write(sealed.output, to: "photo.json")
        #expect(try open().status == 0)
        #expect(try place.text("copy.jpg") == "sound")
    }

    @Test(
        arguments: [
            ("@missing.jpg", [], 64, "the file can't be read: no such file"),
            ("@.", ["--type", "image/png"], 64, "the file can't be read: it is a folder"),
            ("@empty.png", [], 2, "there is nothing in the file (empty)"),
            ("@large.wav", [], 2, "(tooLarge)"),
            ("@photo.heic", [], 64, "what the file is can't be told by its name"),
            ("-", [], 64, "what the file is can't be told by its name"),
            ("@photo.jpg", ["--type", "image/heic"], 64, "image/jpeg"),
            ("@photo.jpg", ["--type", "jpg"], 64, "image/jpeg"),
        ] as [(String, [String], Int32, String)]
    )
    func `what can't be sealed is told and leaves no file`(
        _ file: String,
        _ options: [String],
        _ status: Int32,
        _ message: String
    ) throws {
        try place.write("", to: "empty.png")
        try place.write([UInt8](repeating: 1, count: 5 << 20 + 1), to: "large.wav")
        try place.write(content, to: "photo.heic")
        let sealed = try place.run(
            ["attachment", "seal", file, "--out", "@out", "--url", Self.url] + options
        )
        #expect(sealed.status == status)
        #expect(sealed.errors.contains(message), "\(sealed.errors)")
        #expect(try sealed.output.isEmpty && names.filter { $0.hasPrefix("out") }.isEmpty)
    }

    @Test(arguments: ["http://files.example.com/1", "files.example.com", "https://a/#b", ""])
    func `a URL that no device fetches is refused before anything is written`(_ url: String) throws
    {
        let sealed = try seal(url: url)
        #expect(sealed.status == 64)
        #expect(sealed.errors.contains("the URL is none that a device fetches"))
        #expect(!exists("photo.sealed"))
    }

    @Test func `nothing is written over`() throws {
        try place.write("mine", to: "photo.sealed")
        let sealed = try seal()
        #expect(sealed.status == 1)
        #expect(sealed.errors.contains("there is something at the place of the file of --out"))
        #expect(try place.text("photo.sealed") == "mine")
        #expect(try seal(to: "@missing/out").status == 1)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a file whose reference can't be printed goes with its key`() throws {
        let names = try names
        let sealed = try place.start(
            ["attachment", "seal", "@photo.jpg", "--out", "@photo.sealed", "--url", Self.url],
            output: "/dev/full"
        ).end()
        #expect(sealed.status == 1)
        #expect(sealed.errors.contains("the output could not be written"))
        #expect(try self.names == names)
    }

    @Test(.rules("A-15")) func `a file has its name once it is whole`() throws {
        let names = try names
        let output = try AttachmentOutput(creating: place.path("copy.jpg"))
        try output.append([1, 2, 3].span)
        #expect(!exists("copy.jpg"))
        let partial = try self.names.subtracting(names)
        #expect(partial.count == 1)
        #expect(partial.first?.hasPrefix("copy.jpg.partial-") == true)
        try output.finish()
        #expect(try place.read("copy.jpg") == [1, 2, 3])
        #expect(try self.names == names.union(["copy.jpg"]))
    }

    @Test func `a file goes again where what belongs to it fails`() throws {
        let names = try names
        do {
            let output = try AttachmentOutput(creating: place.path("photo.sealed"))
            try output.finish { () throws(CommandError) in
                #expect(exists("photo.sealed"))
                throw CommandError(.failure, name: "outputFailed", "no room")
            }
            Issue.record("what failed is told")
        } catch {
            #expect(error.name == "outputFailed")
        }
        #expect(try self.names == names)
    }

    /// What is in the folder, but for what went into and came out of runs.
    private var names: Set<String> {
        get throws {
            let all = try FileManager.default.contentsOfDirectory(atPath: place.folder)
            return Set(
                all.filter { name in [".in", ".out", ".err"].allSatisfy { !name.hasSuffix($0) } }
            )
        }
    }

    @Test(.rules("A-15"))
    func `a file that is not the one of its reference leaves nothing`() throws {
        try place.write(try seal().output, to: "photo.json")
        try place.write(try seal(to: "@other.sealed").output, to: "other.json")
        let file = try place.read("photo.sealed")
        var flipped = file
        flipped[66_000] ^= 1
        try place.write(flipped, to: "flipped")
        try place.write(Array(file.dropLast()), to: "cut")
        try place.write(file + [0], to: "long")
        try place.write("", to: "nothing")
        for name in ["flipped", "cut", "long", "nothing", "other.sealed"] {
            let opened = try open("@\(name)")
            #expect(opened.status == 4)
            #expect(opened.errors.contains("(wrongFile)"), "\(name): \(opened.errors)")
            #expect(try names.filter { $0.hasPrefix("copy.jpg") }.isEmpty)
        }
        // The hash is right, the key is another file's.
        var key = try #require(JSONDocument(reading: place.read("other.json")).root["key"]?.string)
        key = try place.text("photo.json").replacing(
            #/"key":"[^"]*"/#,
            with: "\"key\":\"\(key)\""
        )
        try place.write(key, to: "mixed.json")
        let opened = try open(as: "@mixed.json")
        #expect(opened.status == 4 && opened.errors.contains("(malformedFile)"))
        #expect(!exists("copy.jpg"))
    }

    @Test(arguments: [
        ("", "malformedReference"), ("{}", "malformedReference"), ("[]", "malformedReference"),
        (#"{"url":1}"#, "malformedReference"),
    ])
    func `a reference that is none is told`(_ text: String, _ error: String) throws {
        _ = try seal()
        try place.write(text, to: "photo.json")
        let opened = try open()
        #expect(opened.status == 4 && opened.errors.contains("(\(error))"))
        #expect(!exists("copy.jpg"))
    }

    @Test func `a message carries references, up to ten of them`() throws {
        let place = try Workplace.withStores()
        try place.write(content, to: "photo.jpg")
        try place.sealAttachment("photo.jpg", at: Self.url)
        let option = ["--attachment", "@photo.json"]
        try place.seal("Look", option[0], option[1], option[0], option[1])
        let opened = try place.open()
        #expect(opened.status == 0)
        let fields = try opened.json()["payload"]?["sealedpush"]
        #expect(fields?["attachments"]?.elements?.count == 2)
        #expect(fields?["attachments"]?.elements?.first?["url"]?.string == Self.url)

        let arguments = [
            "seal", "--store", "@server", "--to", "@phone.bundle", "--untracked",
            "--topic", Workplace.topic,
        ]
        let payload = #"{"aps":{}}"#
        let many = try place.run(
            arguments + Array(repeating: option, count: 11).flatMap(\.self),
            input: payload
        )
        #expect(many.status == 2)
        #expect(many.errors.contains("10 attachments"))
        try place.write(#"{"url":"http://a/"}"#, to: "wrong.json")
        let wrong = try place.run(arguments + ["--attachment", "@wrong.json"], input: payload)
        #expect(wrong.status == 4 && wrong.errors.contains("(malformedReference)"))
        #expect(try place.run(arguments + ["--attachment", "-"], input: payload).status == 64)
        #expect(try place.run(arguments + ["--attachment", "@no"], input: payload).status == 64)
    }

    @Test func `why a stranger's file would not be shown is told`() throws {
        let place = try Workplace.withStores(contact: false)
        try place.write(content, to: "photo.jpg")
        try place.sealAttachment("photo.jpg", at: Self.url)
        try place.seal("Look", "--attachment", "@photo.json")
        let opened = try place.open()
        #expect(opened.status == 0)
        #expect(
            opened.errors
                == "sealedpush: note: a file of the message is not shown: files are fetched only"
                + " for contacts that are shown in full (senderNotAllowed)\n"
        )
    }

    @Test func `no error shows the URL or the key`() throws {
        let sealed = try seal()
        try place.write(sealed.output, to: "photo.json")
        try place.write([1], to: "photo.sealed")
        let opened = try open()
        #expect(!opened.errors.contains("example") && !opened.errors.contains("/7f3a"))
        let key = try #require(try sealed.json()["key"]?.string)
        #expect(!opened.errors.contains(key))
    }
}
