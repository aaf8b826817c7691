// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(SimulatedDevice)
    import Foundation
    import SealedPush
    import TestSupport
    import Testing

    @testable import SealedPushCommand

    /// The command starts itself once more, as the process of the extension.
    struct RunCommandTests {
        static let plain = #"{"aps":{"alert":"Hello","mutable-content":1}}"#

        @Test func `a sealed push is shown under the contact's name`() throws {
            let place = try Workplace.withStores(oneTime: 1)
            try place.seal("Dinner at eight?")
            let run = try place.succeed(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--json",
                "@sealed"
            )
            let report = try run.json()
            #expect(report["outcome"]?.string == "handedOver")
            #expect(report["handOvers"]?.integer == 1)
            #expect(
                report["shown"]?["lines"]?.elements?.map(\.string) == ["Ann", "Dinner at eight?"]
            )
            #expect(report["peakMemory"]?.integer ?? 0 > 0)
        }

        @Test func `a message that was shown does not come once more`() throws {
            let place = try Workplace.withStores()
            for number in 0..<5 {
                try place.seal("Dinner at \(number)")
                try place.succeed("sealedpush-lab", "run", "--store", "@phone", "@sealed")
                #expect(try place.open().string("error") == "replayed")
            }
        }

        @Test func `a contact has the picture that was kept for it`() throws {
            let place = try Workplace.withStores(oneTime: 1)
            try place.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], to: "ann.png")
            #expect(try place.keepPicture("ann.png").status == 0)
            try place.seal("Dinner at eight?")
            let run = try place.succeed(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--json",
                "@sealed"
            )
            let sender = try run.json()["shown"]?["sender"]
            #expect(sender?["name"]?.string == "Ann")
            #expect(sender?["hasImage"]?.bool == true)
        }

        @Test func `why a file is not shown is told`() throws {
            let place = try Workplace.withStores(oneTime: 1)
            try place.write("a picture", to: "photo.jpg")
            // No server is there, and none is asked.
            try place.sealAttachment("photo.jpg", at: "https://127.0.0.1:1/photo")
            try place.seal("Look at this", "--attachment", "@photo.json")
            let run = try place.succeed("sealedpush-lab", "run", "--store", "@phone", "@sealed")
            #expect(run.text.contains("| Look at this"))
            #expect(
                run.errors
                    == "sealedpush-lab: note: a file of the message is not shown: its server is in"
                    + " the device's own network (addressNotAllowed)\n"
            )
        }

        @Test func `a locked device shows that something waits, and opens it later`() throws {
            let place = try Workplace.withStores(oneTime: 1)
            try place.seal("Dinner at eight?")
            let run = try place.succeed(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--locked",
                "@sealed"
            )
            #expect(run.text.contains("The extension handed over"))
            #expect(!run.text.contains("Dinner"))
            let opened = try place.succeed("open", "--store", "@phone", "--deferred")
            #expect(opened.text.contains("Dinner at eight?"))
        }

        @Test func `files are fetched beside the store, and the folder of all users is left alone`()
            throws
        {
            let place = try Workplace.withStores(oneTime: 1)
            try place.seal("Dinner at eight?")
            // What a run removes that killed ones left is in its own folder.
            let left = String(repeating: "0a", count: 16) + ".jpg"
            for folder in ["sealedpush-attachments", "phone.attachments"] {
                try FileManager.default.createDirectory(
                    atPath: place.path(folder),
                    withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700]
                )
                try place.write("a picture", to: "\(folder)/\(left)")
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -7200)],
                    ofItemAtPath: place.path("\(folder)/\(left)")
                )
            }
            // A slash at its end leads to the same folder.
            let run = try place.succeed("sealedpush-lab", "run", "--store", "@phone/", "@sealed")
            #expect(run.text.contains("| Dinner at eight?"))
            #expect(try place.text("sealedpush-attachments/\(left)") == "a picture")
            #expect(
                !FileManager.default.fileExists(atPath: place.path("phone.attachments/\(left)"))
            )
        }

        @Test func `of the pushes that find the device offline the last is shown`() throws {
            let place = try Workplace.withStores(oneTime: 2)
            try place.seal("first", as: "first")
            try place.seal("second", as: "second")
            let run = try place.succeed(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--offline",
                "@first",
                "@second"
            )
            #expect(run.text.contains("a later push took the one place"))
            #expect(run.text.contains("| second"))
            #expect(!run.text.contains("| first"))
        }

        @Test func `headers name what a push replaces, and the list follows each push`() throws {
            let place = try Workplace.withStores()
            for (name, body, badge) in [("a", "one", 1), ("b", "two", 2), ("c", "three", 0)] {
                try place.write(
                    #"{"aps":{"alert":"\#(body)","badge":\#(badge)}}"#,
                    to: "\(name).json"
                )
            }
            try place.write("apns-topic: a.b\napns-collapse-id: dinner\n", to: "headers")
            let run = ["sealedpush-lab", "run", "--store", "@phone"]
            let files = ["@a.json", "@b.json", "@c.json"]
            func lists(_ options: String...) throws -> [[String?]] {
                let text = try place.succeed(run + ["--json"] + options + files).text
                return try text.split(separator: "\n").map { line in
                    let report = try JSONDocument(reading: Array(line.utf8)).root
                    return report["list"]?.elements?.map { $0["content"]?["body"]?.string } ?? []
                }
            }
            #expect(try lists() == [["one"], ["two", "one"], ["three"]])
            #expect(try lists("--headers", "@headers") == [["one"], ["two"], ["three"]])
            #expect(try lists("--header", "apns-collapse-id: x") == [["one"], ["two"], ["three"]])
            // A header of its own counts before one of the file.
            let both = ["--headers", "@headers", "--header", "apns-collapse-id: x"]
            let report = try place.succeed(run + ["--json"] + both + ["@a.json"]).json()
            #expect(report["list"]?.elements?.first?["identifier"]?.string == "x")
            let text = try place.succeed(run + files).text
            #expect(text.contains("the list, the latest first (badge 2):\n  1 | two\n  2 | one\n"))
            #expect(text.contains("the list, the latest first (badge 0):\n  1 | three\n"))
            for wrong in [
                ["--header", "dinner"], ["--header", "x: y"],
                ["--header", "apns-id: a", "--header", "apns-id: b"],
                ["--headers", "@headers", "--headers", "@headers"], ["--info-plist", "@a.json"],
            ] {
                #expect(try place.run(run + wrong + files).status == 64)
            }
        }

        @Test func `pushes that are handled at once are each shown`() throws {
            let place = try Workplace.withStores(oneTime: 3)
            for name in ["a1", "a2", "a3"] { try place.seal(name, as: name) }
            let run = try place.succeed(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--parallel",
                "3",
                "@a1",
                "@a2",
                "@a3"
            )
            for name in ["a1", "a2", "a3"] { #expect(run.text.contains("| \(name)\n")) }
        }

        @Test func `an extension beyond its memory is killed, and the command ends with 1`() throws
        {
            let place = try Workplace.withStores(oneTime: 1)
            try place.seal("Dinner at eight?")
            let run = try place.run(
                "sealedpush-lab",
                "run",
                "--store",
                "@phone",
                "--memory-limit",
                "1",
                "@sealed"
            )
            #expect(run.status == 1)
            #expect(run.text.contains("more memory than it may"))
            #expect(run.errors.contains("the extension failed for 1 of the pushes"))
        }

        @Test func `a sender's store is told as such, and no push is run`() throws {
            let place = Workplace()
            try place.write(Self.plain, to: "push")
            try place.succeed("sender", "init", "--store", "@server")
            let run = try place.run("sealedpush-lab", "run", "--store", "@server", "@push")
            #expect(run.status == 6)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("error: the store has no device identity"))
            #expect(run.errors.contains("hint: name the store of a device"))
        }

        @Test(
            arguments: [
                (["--store", "@none", "@push"], 6),
                (["@push"], 64),
                (["--store", "@none", "--extension", "/bin/true", "@push"], 64),
                (["--extension", "/bin/true", "--time-limit", "0", "@push"], 64),
                (["--extension", "/bin/true", "--memory-limit", "0", "@push"], 64),
                (["--extension", "/bin/true", "--parallel", "0", "@push"], 64),
                (["--extension", "/bin/true"], 64),
                (["--extension", "/bin/true", "--locked", "--parallel", "1001", "@push"], 64),
                (["--extension", "/bin/true", "--memory-limit", "65537", "@push"], 64),
                (["--extension", "/bin/true", "--time-limit", "86401", "@push"], 64),
                (["--extension", "/bin/true", "--time-limit", "nan", "@push"], 64),
                (["--extension", "/bin/true", "--time-limit", "soon", "@push"], 64),
            ] as [([String], Int32)]
        )
        func `what makes no sense is refused before anything runs`(
            _ arguments: [String],
            _ status: Int32
        ) throws {
            let place = Workplace()
            try place.write(Self.plain, to: "push")
            let run = try place.run(["sealedpush-lab", "run"] + arguments)
            #expect(run.status == status)
            #expect(run.output.isEmpty)
        }
    }
#endif
