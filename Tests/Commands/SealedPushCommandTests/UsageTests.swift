// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct UsageTests {
    @Test(arguments: [
        (["bogus"], "there is no such subcommand", "sealedpush --help"),
        (["device", "bogus"], "there is no such subcommand", "sealedpush device --help"),
        (["--bogus"], "unknown option '--bogus'", "sealedpush --help"),
        (
            ["device", "init", "--topic", "a.b"], "missing expected argument '--store <dir>'",
            "sealedpush device init --help"
        ),
        (
            ["device", "init", "--store", "", "--topic", "a.b"],
            "the value of '--store <dir>' is empty",
            "sealedpush device init --help"
        ),
        (
            ["sender", "list", "--store="], "the value of '--store <dir>' is empty",
            "sealedpush sender list --help"
        ),
        (["seal", "--stroe", "x"], "unknown option '--stroe'", "sealedpush seal --help"),
        (["seal", "--store"], "missing value for '--store <dir>'", "sealedpush seal --help"),
        (
            ["seal", "--store", "x", "--to", "-", "--untracked", "-"],
            "the bundle and the payload can't both come from standard input",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--untracked", "--headers", "-"],
            "the headers need a file: standard output is for the payload", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--untracked", "--ttl", "31d"],
            "the value '...' is invalid for '--ttl <time>': write a number with s, m, h or d: 90s,"
                + " 15m, 24h, 30d; 1s to 30d", "sealedpush seal --help"
        ),
        (
            ["open", "--store", "x", "--at", "noon"],
            "the value '...' is invalid for '--at <time>': write 2026-11-21T10:00:00Z, or"
                + " seconds as 'date +%s' prints them", "sealedpush open --help"
        ),
        (
            ["open", "--store", "x", "--at", "1795255200000"],
            "the value '...' is invalid for '--at <time>': the time is after 9999: write"
                + " 2026-11-21T10:00:00Z, or seconds as 'date +%s' prints them",
            "sealedpush open --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--untracked", "--padding", "lots"],
            "the value '...' is invalid for '--padding <how>': write buckets, constant or none",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--untracked", "--shorten", "body,body"],
            "the value '...' is invalid for '--shorten <fields>': write title, subtitle or body,"
                + " or several with commas", "sealedpush seal --help"
        ),
        (
            ["device", "init", "--store", "x", "--topic", ""],
            "the value of '--topic <topic>' is empty: a topic has 1 to 250 bytes and no control"
                + " character", "sealedpush device init --help"
        ),
        (
            ["device", "init", "--store", "x", "--topic", "a.b", "--access", "never"],
            "the value '...' is invalid for '--access <class>': write after-first-unlock or"
                + " when-unlocked", "sealedpush device init --help"
        ),
        (
            [
                "seal", "--store", "x", "--to", "y", "--untracked", "--topic",
                "a.b\napns-priority: 1",
            ],
            "the value '...' is invalid for '--topic <topic>': a topic has 1 to 250 bytes and no"
                + " control character", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--untracked", "--passphrase-file", "-"],
            "the passphrase and the payload can't both come from standard input",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "-", "--untracked", "--passphrase-file", "-", "z"],
            "the passphrase and the bundle can't both come from standard input",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--untracked"],
            "either --to names a bundle, or --directory a folder of them", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "y", "--directory", "z", "--recipient", "w"],
            "either --to names a bundle, or --directory a folder of them", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--directory", "z"], "--directory needs a --recipient",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--directory", "z", "--untracked"],
            "--directory needs a --recipient", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "-", "--to", "-", "--untracked", "z"],
            "two bundles can't both come from standard input", "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "a", "--to", "b", "--untracked", "--headers", "c"],
            "a file of headers is for one device: --to once", "sealedpush seal --help"
        ),
        (
            [
                "seal", "--store", "x", "--to", "a", "--to", "b", "--untracked", "--remove",
                "d-mj6CDUKK8JaLw5y89h6w",
            ],
            "each device knows messages by ids of its own: --remove is for one --to",
            "sealedpush seal --help"
        ),
        (
            ["seal", "--store", "x", "--to", "a", "--untracked", "--remove", ""],
            "the value of '--remove <name>' is empty: write the apns-collapse-id that the message was"
                + " sent with, 1 to 64 bytes", "sealedpush seal --help"
        ),
        (
            ["sender", "revoke", "--store", "x"],
            "a revocation is final: say --yes if it is what you want",
            "sealedpush sender revoke --help"
        ),
        (
            ["open", "--store", "x", "--passphrase-file", "-"],
            "the passphrase and the payload can't both come from standard input",
            "sealedpush open --help"
        ),
        (
            [
                "device", "show", "--store", "x", "--key-file", "a", "--passphrase-file", "b",
            ],
            "a store has a passphrase, a key file or a credential, not several of them",
            "sealedpush device show --help"
        ),
    ])
    func `a usage error says what and where to read more`(
        _ arguments: [String],
        _ message: String,
        _ help: String
    ) throws {
        let transcript = try Workplace().run(arguments)
        #expect(transcript.status == 64)
        #expect(transcript.output.isEmpty)
        #expect(
            transcript.errors == "sealedpush: error: \(message)\nsealedpush: hint: see '\(help)'\n"
        )
    }

    @Test func `an empty value is refused in the same words, however it is written`() throws {
        let place = try Workplace()
        let seal = ["seal", "--store", "x", "--to", "y"]
        let two = try place.run(seal + ["--recipient", ""])
        #expect(two.status == 64)
        #expect(two.errors.contains("--recipient takes 1 to 64 bytes"))
        #expect(try place.run(seal + ["--recipient="]).errors == two.errors)
    }

    @Test(arguments: ["", "a\nb"])
    func `a sender calls itself by no name that could not be shown`(_ name: String) throws {
        let place = try Workplace.withStores(contact: false)
        let sealed = try place.run(
            [
                "seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "--topic",
                "a.b", "--name", name,
            ],
            input: #"{"aps":{"alert":"Hi"}}"#
        )
        #expect(sealed.status == 64)
        #expect(sealed.output.isEmpty)
        #expect(sealed.errors.contains("error: the name "))
    }

    @Test func `a passphrase file that is not there, empty or too large is a usage error`() throws {
        let place = try Workplace()
        try place.write("", to: "empty")
        try place.write([UInt8](repeating: 0x61, count: 5000), to: "large")
        for file in ["nowhere", "empty", "large"] {
            let made = ["sender", "init", "--store", "@shop", "--passphrase-file", "@\(file)"]
            #expect(try place.run(made).status == 64, "\(file)")
        }
    }

    @Test func `a key file that holds no key is told, also before there is a store`() throws {
        let place = try Workplace()
        try place.write([UInt8](repeating: 1, count: 31), to: "key")
        let made = try place.run("sender", "init", "--store", "@shop", "--key-file", "@key")
        #expect(made.status == 6)
        #expect(
            made.errors.contains("the file of the store's key does not have 32 bytes, as a key has")
        )
    }

    @Test func `recipients are for the stores of senders, and contacts for those of devices`()
        throws
    {
        let place = try Workplace.withStores(contact: false)
        let bob = ["--recipient", "bob", "--device", "@phone.bundle"]
        for verb in ["confirm", "remove"] {
            let run = try place.run(["recipient", verb, "--store", "@phone"] + bob)
            #expect(run.status == 6)
            #expect(run.errors.contains("recipients are for the stores of senders"))
        }
        let all = try place.run("recipient", "confirm", "--store", "@phone", "--all")
        #expect(all.status == 6)
        let identity = try place.text("identity")
        let ann = ["--store", "@server", "--identity", identity, "--name", "Ann"]
        let added = try place.run(["contact", "add"] + ann)
        #expect(added.status == 6)
        #expect(added.errors.contains("contacts are for the stores of devices"))
        let load = ["contact", "import", "--store", "@server", "--format", "json", "-"]
        #expect(try place.run(load).status == 6)
        // No pin in it makes the store look as if it had lost a sender.
        let sealed = try place.run("sender", "identity", "--store", "@phone")
        #expect(sealed.errors.contains("the store has no sender identity"))
    }

    @Test(arguments: ["inspect", "open"])
    func `a payload that is none is told with what is wrong, and where`(_ command: String) throws {
        let place = try Workplace.withStores(contact: false)
        let options = command == "open" ? ["--store", "@phone"] : []
        let run = try place.run([command] + options, input: #"{"aps":{},"aps":{}}"#)
        #expect(run.status == 4)
        #expect(
            run.errors == """
                sealedpush: error: the payload is not JSON as APNs takes it: a key comes twice, at \
                byte 10 (malformedPayload)

                """
        )
    }

    @Test(arguments: [
        ["open", "--store", "@phone", "@nowhere"], ["inspect", "@nowhere"],
        ["seal", "--store", "@server", "--to", "@nowhere", "--untracked", "@identity"],
        ["seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "@nowhere"],
    ])
    func `a file that is not there is a usage error`(_ arguments: [String]) throws {
        let transcript = try Workplace.withStores(contact: false).run(arguments)
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("can't be read: no such file\n"))
    }

    @Test func `an argument that is no UTF-8 is refused, and nothing is done`() throws {
        let place = try Workplace.withStores()
        let script = """
            exec "$1" contact add --store "$2" --identity "$3" --name Ann \\
                --code "$(printf 'a\\377')"
            """
        try place.write(script, to: "script")
        let before = try place.succeed("contact", "list", "--store", "@phone").text
        let process = try SpawnedProgram(
            "/bin/sh",
            [
                place.path("script"), Workplace.executable, place.path("phone"),
                place.text("identity"),
            ],
            environment: [:],
            streams: .init(input: "/dev/null", output: "/dev/null", errors: place.path("err"))
        )
        #expect(process.wait() == 64)
        #expect(try place.text("err") == "sealedpush: error: an argument is not UTF-8\n")
        #expect(try place.succeed("contact", "list", "--store", "@phone").text == before)
    }

    /// Has a command find something else at `/proc`.
    private static let withoutProc =
        #"unshare -rm sh -c 'mount --bind "$TMPDIR" /proc && exec "$@"' sh"#

    private static func canHideProc() throws -> Bool {
        try Workplace().runInShell("\(withoutProc) true; exit $?", []).status == 0
    }

    /// Swift looks at `/proc` for the arguments; a command without any prints its help.
    @Test(.enabled("a mount namespace can be made") { try canHideProc() })
    func `a command that can't read its arguments fails, and prints nothing`() throws {
        let script = #"exec \#(Self.withoutProc) "$@""#
        let run = try Workplace().runInShell(script, ["device", "show", "--store", "@phone"])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.contains("error: the arguments of the command can't be read"))
    }

    // Of an empty argument the parser of arguments says that the value is missing.
    @Test(arguments: SampleOrigins.refused.filter { !$0.isEmpty })
    func `a relay's URL that is no origin is refused before a store is opened`(_ text: String) {
        let register = ["register", "--store", "s", "--registration", "r", "--app", "a"]
        let retire = ["retire", "--store", "s", "--registered", "1"]
        for arguments in [register + ["--token", "00"], retire] {
            let error = #expect(throws: (any Error).self) {
                try DeviceCommand.parseAsRoot(arguments + ["--relay=\(text)"])
            }
            let message = error.map { DeviceCommand.message(for: $0) }
            #expect(message == "--relay has to be \(WebOrigin.rule)")
        }
    }
}
