// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// What arrives while the device is locked.
struct DeferredTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(oneTime: 4)
    }

    private func openDeferred(_ options: String...) throws -> Transcript {
        try place.run(["open", "--store", "@phone", "--deferred"] + options)
    }

    @Test func `messages that come before the first unlock are shown after it, in order`() throws {
        for body in ["first", "second", "third"] {
            try place.seal(body, as: body)
            let deferred = try place.open(body, "--lock-state", "before-first-unlock")
            #expect(deferred.status == 0)
            #expect(deferred.errors.isEmpty)
            #expect(try deferred.string("status") == "deferred")
            #expect(
                try deferred.string("notification", "title") == "Unlock to see new notifications"
            )
            #expect(!deferred.text.contains(body))
        }
        let locked = try openDeferred("--lock-state", "before-first-unlock")
        #expect(locked.status == 6)
        #expect(locked.errors.contains("the device is locked"))
        let shown = try openDeferred()
        #expect(shown.status == 0)
        #expect(shown.errors.isEmpty)
        let lines = shown.text.split(separator: "\n")
        let told = { (key: String) in lines.filter { $0.contains("\"\(key)\":") } }
        // Each body stands in the notification and in its payload.
        let bodies = ["first", "first", "second", "second", "third", "third"]
        #expect(told("body").count == bodies.count)
        #expect(zip(told("body"), bodies).allSatisfy { line, body in line.contains(body) })
        #expect(told("status").count == 3)
        #expect(told("status").allSatisfy { $0.contains("opened") })
        let again = try openDeferred()
        #expect(again.status == 0)
        #expect(again.output.isEmpty)
        #expect(again.errors == "sealedpush: note: no message is deferred\n")
    }

    @Test func `a deferred message that can't be written is told, with what shows it again`() throws
    {
        try place.seal("Dinner at eight")
        _ = try place.open("sealed", "--lock-state", "before-first-unlock")
        let failed = try place.runInShell(
            #"exec "$@" >&-"#,
            ["open", "--store", "@phone", "--deferred"]
        )
        #expect(failed.status == 1)
        #expect(
            failed.errors == """
                sealedpush: error: the output could not be written: it is closed
                sealedpush: hint: the message is not finished: 'sealedpush device unfinished' shows it again

                """
        )
        let shown = try place.run("device", "unfinished", "--store", "@phone")
        #expect(try shown.string("notification", "body") == "Dinner at eight")
    }

    @Test func `a store that is for the unlocked device defers while it is locked, another opens`()
        throws
    {
        try place.seal("Dinner at eight")
        #expect(try place.open("sealed", "--lock-state", "locked").string("status") == "opened")
        try place.succeed(
            "device",
            "init",
            "--store",
            "@tablet",
            "--topic",
            Workplace.topic,
            "--access",
            "when-unlocked"
        )
        let bundle = try place.succeed("device", "bundle", "--store", "@tablet")
        try place.write(bundle.output, to: "tablet.bundle")
        try place.seal("Dinner at nine", to: "@tablet.bundle", as: "other")
        let deferred = try place.run(
            "open",
            "--store",
            "@tablet",
            "@other",
            "--lock-state",
            "locked"
        )
        #expect(try deferred.string("status") == "deferred")
        let shown = try place.run("open", "--store", "@tablet", "--deferred")
        #expect(try shown.string("notification", "body") == "Dinner at nine")
    }

    @Test func `deferral needs no key, wherever the store has it`() throws {
        try place.write("plum brandy at noon", to: "passphrase")
        let key = ["--passphrase-file", "@passphrase"]
        let store = ["--store", "@tablet"]
        let made = ["device", "init", "--topic", Workplace.topic] + store + key
        #expect(try place.run(made).status == 0)
        let bundle = try place.run(["device", "bundle"] + store + key)
        try place.write(bundle.output, to: "tablet.bundle")
        try place.seal("Dinner at nine", to: "@tablet.bundle", as: "other")
        let open = ["open", "@other"] + store
        let deferred = try place.run(open + ["--lock-state", "before-first-unlock"])
        #expect(try deferred.string("status") == "deferred")
        #expect(try place.run(open).string("error") == "keyMissing")
        let shown = try place.run(["open", "--deferred"] + store + key)
        #expect(try shown.string("notification", "body") == "Dinner at nine")
    }

    @Test func `what can't be opened is told and forgotten, and nothing of it is shown`() throws {
        try place.seal("Dinner at eight")
        try place.tamper("sealed", into: "forged")
        _ = try place.open("forged", "--lock-state", "before-first-unlock")
        let shown = try openDeferred()
        #expect(shown.status == 4)
        #expect(shown.output.isEmpty)
        let note = "sealedpush: note: a deferred message was refused, and is deleted (cannotOpen)\n"
        #expect(shown.errors.hasPrefix(note + "sealedpush: error: "))
        #expect(try openDeferred().errors == "sealedpush: note: no message is deferred\n")
        #expect(try place.open().string("status") == "opened")
    }

    @Test(.rules("T-18"))
    func `what may open later stays, the note says so, and the code is the refusal's`() throws {
        try place.seal("Dinner at eight")
        _ = try place.open("sealed", "--lock-state", "before-first-unlock")
        let wrong = try openDeferred("--at", "2035-01-01T00:00:00Z")
        #expect(wrong.status == 5)
        #expect(wrong.output.isEmpty)
        let note = "a deferred message was refused, and stays, as it may open later (prekeyExpired)"
        #expect(wrong.errors.hasPrefix("sealedpush: note: \(note)\nsealedpush: error: "))
        #expect(try openDeferred().string("status") == "opened")
    }

    @Test func `what is not for this device is not deferred`() throws {
        try place.make("other")
        try place.seal("Dinner at eight", to: "@other.bundle")
        let run = try place.open("sealed", "--lock-state", "before-first-unlock")
        #expect(run.status == 3)
        #expect(try run.string("status") == "placeholder")
        #expect(try run.string("error") == "unknownPrekey")
    }

    @Test func `--deferred takes no payload, and a lock state is one of three`() throws {
        try place.seal("Dinner at eight")
        let both = try place.open("sealed", "--deferred")
        #expect(both.status == 64)
        #expect(both.errors.contains("--deferred takes no payload"))
        let unknown = try place.open("sealed", "--lock-state", "open")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("before-first-unlock, locked or unlocked"))
    }
}
