// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCommand

struct HelpTests {
    @Test(arguments: Subcommand.tree)
    func `help teaches by an example and fits a terminal`(_ subcommand: Subcommand) throws {
        let words = subcommand.words
        let transcript = try Workplace().run(words + ["--help"])
        #expect(transcript.status == 0)
        #expect(transcript.errors.isEmpty)
        let program = words.first == "sealedpush-lab" ? [] : ["sealedpush"]
        let command = (program + words).joined(separator: " ")
        // What prints a key is shown with the umask that a file of it needs.
        let text = transcript.text.replacing("(umask 077; ", with: "")
        let example = words.isEmpty ? "sealedpush seal --store" : "Example:\n  \(command)"
        #expect(text.contains(example))
        #expect(transcript.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: Subcommand.tree.filter { !$0.isLeaf })
    func `a command without a subcommand shows its help`(_ subcommand: Subcommand) throws {
        let transcript = try Workplace().run(subcommand.words)
        #expect(transcript.status == 0)
        #expect(transcript.text.contains("SUBCOMMANDS:"))
    }

    @Test func `help of the whole names every exit code`() throws {
        let text = try Workplace().run("--help").text.split(separator: "\n").joined(separator: " ")
        #expect(
            text.contains(
                "0 done, 2 not sealed, 3 not for this device, 4 not authentic or malformed, 5"
                    + " replayed or expired, 6 keys or store unusable, 7 identity not accepted, 9"
                    + " done but not shown, 10 not taken by a relay, 1 another failure, 64 usage"
            )
        )
    }
}

struct HelpExampleTests {
    /// What a shell does before an example, where it is not enough that everything is there.
    private static let before: [String: String] = [
        "device init": "rm -r phone tablet; echo secret > secret.txt; chmod 600 secret.txt",
        "device retire": "mv phone restored",
        "sender init": "rm -r server",
        "store restore": "rm -r server",
        "store passphrase": """
        rm -r server; sealedpush sender init --store server --passphrase-file old.txt
        """,
        "store backup": "rm server.backup",
        "directory add": "rm -r recipients",
        "directory retire": "cp tablet.bundle recipients/bob",
        "attachment seal": "rm photo.sealed photo.json",
        "attachment open": "rm photo.jpg",
        "sealedpush-lab vectors check": "mkdir docs; ln -s \"$vectors\" docs/vectors",
        "sealedpush-lab prepare": """
        mkdir -p App/NotificationService
        echo 'class A: UNNotificationServiceExtension {}' > App/NotificationService/A.swift
        """,
    ]

    /// What needs a relay, which `RelayServerTests` has, or runs until it is ended, as the tests of
    /// the Python implementation do.
    private static let online: Set = [
        "device register", "device endpoint", "device pair", "sealedpush-lab apns",
        "sealedpush-lab serve", "pair", "notify", "recipient rename",
    ]

    private static let offline = Subcommand.all.filter {
        !online.contains($0.words.joined(separator: " "))
    }

    /// All that the examples name.
    private static let world = """
        set -e
        umask 077
        echo '{"aps":{"alert":{"title":"Ann","body":"Dinner at eight"}}}' > payload.json
        for file in backup old new; do echo "a passphrase, $file" > $file.txt; done
        for device in phone tablet; do
            sealedpush device init --store $device --topic com.example.app
            sealedpush device bundle --store $device > $device.bundle
        done
        sealedpush device bundle --store phone --offer > offer.bundle
        mkdir -p recipients/bob
        cp phone.bundle recipients/bob
        sealedpush sender init --store server > server.identity
        sealedpush contact add --store phone --name Ann --code ann-7 \\
            --identity "$(cat server.identity)"
        sealedpush seal --store server --to phone.bundle --recipient bob --from ann-7 \\
            --topic com.example.app payload.json > sealed.json
        sealedpush device retire --store tablet > phone.retirement
        sealedpush contact export --store phone --format vcard > contacts.vcf
        sealedpush store backup --store server --backup-passphrase-file backup.txt --to server.backup
        printf '\\377\\330\\377\\340\\0\\020JFIF\\0\\001\\001' > ann.jpeg
        cp ann.jpeg photo.jpg
        sealedpush attachment seal photo.jpg --out photo.sealed --url https://files.example.com/7f3a \\
            > photo.json
        """

    @Test(arguments: offline)
    fileprivate func `an example of the help can be pasted as it is`(
        _ command: Subcommand
    ) throws {
        let name = command.words.joined(separator: " ")
        let help = try Workplace().run(command.words + ["--help"]).text
        // Texts at the margin stand between commands, and the usage after them.
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { $0 != "Example:" }.prefix { !$0.hasPrefix("USAGE:") }
        let commands = example.filter { $0.hasPrefix("  ") }.joined(separator: "\n")
        try #require(
            commands.contains(name.hasPrefix("sealedpush-lab ") ? name : "sealedpush \(name)")
        )

        let place = Workplace()
        try Beginning.copy("world of the help", to: place) { place in
            let run = try Self.run(Self.world, in: place)
            try #require(run.status == 0, "\(run.errors)")
        }
        let script = [Self.before[name] ?? "", "set -e", commands, "echo end-of-example"]
        let run = try Self.run(script.joined(separator: "\n"), in: place)
        // No real safety number can stand in a help text: the command says that it is another.
        let expected: Int32 = name == "contact verify" ? 7 : 0
        #expect(run.status == expected, "\(run.errors)")
        #expect(run.text.contains("end-of-example") == (expected == 0))
    }

    private static func run(_ script: String, in place: Workplace) throws -> Transcript {
        try place.write("cd '\(place.path)'\n\(script)\n", to: "script")
        return try place.runBash(
            [place.path("script")],
            environment: ["vectors": Repository.folder + "docs/vectors"]
        )
    }
}
