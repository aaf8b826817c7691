// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// Nothing that a stranger says reaches a terminal as anything but text.
struct TerminalOutputTests {
    /// Two of each kind: C0, DEL and C1, the bidirectional algorithm, joiners, separators, marks
    /// that stand for nothing, tags.
    private static let hostile = """
        a\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{9D}\u{85}\u{202E}nnA\u{2066}\u{200F}\u{61C}\u{200B}\u{200D}\
        \u{AD}\u{FEFF}\u{2028}\u{2029}\u{70F}\u{600}\u{E0001}\u{E0067}z
        """

    /// What a terminal may be sent: line feeds and tabs of our own, and what is none of the rest.
    private static func isClean(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n" && scalar != "\t"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    private static func place() throws -> Workplace {
        let place = try Workplace.withStores(oneTime: 2, contact: false)
        let payload = JSONWriter.object { payload in
            payload.object("aps") { aps in
                aps.object("alert") { alert in
                    for key in ["title", "subtitle", "body"] { alert.add(key, hostile) }
                }
                for key in ["sound", "category", "thread-id"] { aps.add(key, hostile) }
            }
            payload.object(hostile) { $0.add(hostile, hostile) }
        }
        try place.write(payload, to: "payload")
        let sealed = try place.succeed(
            ["seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "--topic"]
                + [Workplace.topic, "@payload"]
        )
        try place.write(sealed.output, to: "sealed")
        return place
    }

    @Test(.rules("C-42"))
    func `a stranger's message is opened with every field whole and none obeyed`() throws {
        let run = try Self.place().succeed("open", "--store", "@phone", "@sealed")
        #expect(Self.isClean(run.text))
        let payload = try #require(try run.json()["payload"])
        let alert = payload["aps"]?["alert"]
        for value in [alert?["title"], alert?["body"], payload[Self.hostile]?[Self.hostile]] {
            #expect(value?.string == Self.hostile)
        }
    }

    @Test func `deferred and unfinished messages are printed alike`() throws {
        let place = try Self.place()
        let locked = ["--store", "@phone", "--lock-state", "before-first-unlock", "@sealed"]
        #expect(Self.isClean(try place.succeed(["open"] + locked).text))
        let opened = try place.succeed("open", "--store", "@phone", "--deferred")
        #expect(Self.isClean(opened.text))
        #expect(try opened.json()["payload"]?["aps"]?["category"]?.string == Self.hostile)
    }

    #if canImport(SimulatedDevice)
        @Test(.rules("C-42"), arguments: [["--json"], []])
        func `a simulated device shows it, as text and as JSON`(_ options: [String]) throws {
            let place = try Self.place()
            // Of a contact the body is shown as it was sealed.
            try place.addContact(try place.text("identity"))
            let name = "push\u{202E}\n\u{9B}2J"
            try place.write(try place.read("sealed"), to: name)
            let run = try place.run(
                ["sealedpush-lab", "run", "--store", "@phone"] + options + ["@\(name)"]
            )
            #expect(run.status == 0)
            #expect(Self.isClean(run.text) && Self.isClean(run.errors))
            guard !options.isEmpty else {
                return #expect(run.text.contains(#"push\u{202E}\u{A}\u{9B}2J: The extension"#))
            }
            let body = try run.json()["shown"]?["content"]?["body"]?.string
            #expect(body?.contains("\u{9B}31m") == true)
        }
    #endif

    @Test(
        .rules("C-42"),
        arguments: [
            ["open", "--store", "@phone", "--\u{202E}x"], ["open", "-\u{9B}"], ["\u{1B}[2J"],
            ["help", "\u{1B}[2J"], ["seal", "--store", "x", "--padding", "\u{9B}2J\n\u{202E}"],
            ["device", "init", "--store", "@\u{202E}x\u{1B}/y", "--topic", "a.b"],
            ["sealedpush-lab", "vectors", "check", "@\u{202E}"], ["--store\u{9B}=x"],
            ["open", "--store", "\u{9B}", "@nothere"],
            ["contact", "add", "--name", "\u{202E}", "--identity", "\u{9B}x", "--store", "@phone"],
        ]
    )
    func `an argument is repeated without what a terminal obeys`(_ arguments: [String]) throws {
        let run = try Workplace().run(arguments)
        #expect(run.status != 0)
        let program = arguments[0] == "sealedpush-lab" ? "sealedpush-lab" : "sealedpush"
        #expect(run.errors.contains("\(program): error: "))
        #expect(Self.isClean(run.errors) && Self.isClean(run.text))
        #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("\(program): ") })
    }

    @Test(.rules("C-42")) func `files of an extension are named on a line each`() throws {
        let place = Workplace()
        let folder = place.path("Service")
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        let source = "import UserNotifications\nclass S: UNNotificationServiceExtension {}\n"
        for name in ["a\u{202E}.swift", "b\n\u{9B}c.swift", "d\u{200D}\u{E0067}.plist"] {
            try place.write(source, to: "Service/\(name)")
        }
        let run = try place.succeed("sealedpush-lab", "prepare", "@Service", "--output", "@tests")
        #expect(Self.isClean(run.text))
        #expect(run.text.contains(#"a\u{202E}.swift: copied"#))
        #expect(run.text.contains(#"b\u{A}\u{9B}c.swift: copied"#))
        #expect(run.text.contains(#"d\u{200D}\u{E0067}.plist: left out"#))
    }

    @Test func `the path of a contact's picture is on one line`() throws {
        let place = try Workplace.withStores()
        let store = "phone\u{9B}2J\n\u{202E}"
        try FileManager.default.copyItem(atPath: place.path("phone"), toPath: place.path(store))
        try place.write([0xFF, 0xD8, 0xFF], to: "picture")
        let options = ["--store", "@\(store)", "--identity", try place.text("identity")]
        let set = try place.succeed(["contact", "avatar"] + options + ["@picture"])
        let shown = try place.succeed(["contact", "show"] + options)
        for text in [set.text, shown.text] {
            #expect(Self.isClean(text))
            #expect(text.contains(#"/phone\u{9B}2J\u{A}\u{202E}.avatars/"#))
        }
    }

    @Test func `a vector and a bundle are named without it, as is a code that a contact has`()
        throws
    {
        let place = try Workplace.withStores()
        try place.makeFolder("vectors")
        try place.write("{}", to: "vectors/\u{9B}a\n\u{202E}.json")
        let vectors = try place.run("sealedpush-lab", "vectors", "check", "@vectors")
        #expect(Self.isClean(vectors.text))
        #expect(vectors.text.hasPrefix(#"\u{9B}a\u{A}\u{202E}: "#))
        let sealed = try place.run(
            ["seal", "--store", "@server", "--to", "@\u{9B}none", "--to", "@phone.bundle"]
                + ["--untracked", "--topic", Workplace.topic],
            input: #"{"aps":{"alert":"Hi"}}"#
        )
        #expect(sealed.text.contains(#"\u009bnone"#))
        #expect(Self.isClean(sealed.text) && Self.isClean(sealed.errors))
        try place.addContact(try place.text("identity"), ["--code", "7\u{200F}\u{70F}"])
        for options in [[], ["--json"]] {
            let list = try place.succeed(["contact", "list", "--store", "@phone"] + options)
            #expect(Self.isClean(list.text))
        }
    }
}
