// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

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
                    + " done but not shown, 1 another failure, 64 usage"
            )
        )
    }
}
