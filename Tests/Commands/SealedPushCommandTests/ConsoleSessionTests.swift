// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct ConsoleSessionTests {
    /// Every page of `docs/tasks`.
    private static let pages: [String] = {
        let folder = Repository.folder + "docs/tasks"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    @Test(arguments: pages)
    func `a page's commands print what it says`(_ name: String) throws {
        let run = try ConsoleSession.run(Repository.folder + "docs/tasks/\(name)")
        #expect(run.status == 0, "\(run.text)\(run.errors)")
    }

    @Test(arguments: [("", 0), ("\"Ann\"", 1), ("mutable-content", 1)])
    func `the page that a demo runs ends with 1 if something else is printed`(
        _ word: String,
        _ status: Int32
    ) throws {
        let place = Workplace()
        let filter = word.isEmpty ? "cat" : "sed 's/\(word)/other/'"
        let program = """
            #!/bin/bash
            '\(Workplace.programs)/sealedpush' "$@" | \(filter)
            exit ${PIPESTATUS[0]}

            """
        try place.write(program, to: "sealedpush")
        try place.setMode(0o755, of: "sealedpush")
        let run = try place.runInShell(
            #"PATH="$TMPDIR:$PATH" exec "$2" seal-and-open.md"#,
            [Repository.folder + "docs/tasks/run"]
        )
        #expect(run.status == status)
        #expect(run.text.contains("exit code 3") == (status == 0))
    }

    @Test(arguments: ["", "run", "none.md"])
    func `what is no page is refused`(_ page: String) throws {
        let run = try Workplace().runInShell(
            #"exec "$2" "$3""#,
            [Repository.folder + "docs/tasks/run", page]
        )
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
    }

    /// Texts, how a page shows them, and whether it does.
    private static let printed: [(String, String, Bool)] = [
        ("a", "a", true), ("a", "b", false), ("", "", true), ("a", "", false), ("", "a", false),
        ("a\nb", "a\nb", true), ("a\nb", "a", false), ("a", "a\nb", false),
        ("abc", "a...c", true), ("ac", "a...c", true), ("abd", "a...c", false),
        ("a 1 b 2 c", "a ... b ... c", true), ("a 1 c", "a ... b ... c", false),
        ("aba", "ab...ba", false), ("xa", "...a", true), ("a", "a...", true),
        ("a...", "a\\...", true), ("ab", "a\\...", false), ("\\...", "\\...", false),
        ("a...b c", "a\\...b ...", true), ("a\nx\ny\nb", "a\n...\nb", true),
        ("a\nb", "a\n...\nb", true),
        ("a\nx", "a\n...\nb", false), ("", "...", true), ("a\nb", "...\na", false),
        ("a\nb\na\nc", "...\na\nc", true),
        // Behind a member's name they are one value.
        (#"{"a":"x"}"#, #"{"a":"..."}"#, true), (#"{"a":"x","b":"y"}"#, #"{"a":"..."}"#, false),
        (#"{ "n": 12, "m": 2 }"#, #"{ "n": ..., "m": 2 }"#, true),
        (#"{ "n": 1, "m": 2 }"#, #"{ "n": ... }"#, false),
        (#"{"n":1,"m":2}"#, #"{"n":...}"#, false),
    ]

    @Test func `dots stand for what varies, and nothing else is left out`() throws {
        let place = Workplace()
        let script = #"source "$2"; is_as_printed "$3" "$4" && echo yes || echo no"#
        for (text, expected, isMatch) in Self.printed {
            let run = try place.runInShell(
                #"exec bash -c "$3" bash "$1" "$2" "$4" "$5""#,
                [Repository.folder + "docs/tasks/run", script]
                    + [text, expected].map { $0.isEmpty ? "" : $0 + "\n" }
            )
            #expect(run.text == (isMatch ? "yes\n" : "no\n"), "\(text), \(expected)")
        }
    }

    @Test func `blocks of one page are one session, and others are only read`() throws {
        try ConsoleSession.expect(
            page: """
                Text, and `$ false` in it.
                ```console
                $ mkdir a && cd a
                $ word=here # in the next block, too
                ```
                ```
                $ false
                ```
                ```text note
                a
                ```
                ```console
                $ echo "$word" \\
                >   "$(basename "$PWD")"
                here a
                $ printf 'one\\n\\nthree'; cat; echo err >&2
                one

                threeerr
                $ false || echo "exit code $?"
                exit code 1
                $ sealedpush sender init --store server
                sealedpush: note: ...
                sealedpush-sender-1:...
                $ echo "the $word [.*]"; cat ../note
                the ${word} [.*]
                a
                ```

                """
        )
    }

    @Test(
        arguments: [
            "$ echo a\nb", "$ echo a", "$ true\na", "$ false", "$ false | true", "$ exit 0",
            "$ cat <<END", "$ echo a >&2", "$ echo a\na\n\n",
            "$ echo a; false\n...",
        ]
    )
    func `a command that fails or prints something else is told`(_ session: String) throws {
        let page = "```console\n$ true\n\(session)\n```\n"
        let run = try ConsoleSession.run(text: page)
        #expect(run.status == 1)
        let exits = session == "$ exit 0"
        #expect(run.errors.contains("line 3 says:\n") == !exits)
    }

    private static let transcript = """
        # It prints to both.
        3$ echo a; echo b >&2; (exit 3)
        a
        ! b

        $ printf 'one\\n\\nthree'
        one

        three\\
        $ true

        """

    @Test(
        arguments: [
            ("", ""), ("\na\n", "\n"), ("\na\n", "\nb\n"), ("\na\n", "\na\na\n"),
            ("! b\n", ""), ("! b\n", "b\n"), ("\na\n", "\n! a\n"), ("! b\n", "! c\n"),
            ("3$", "$"), ("3$", "4$"), ("three\\", "three"), ("one\n\n", "one\n"),
            ("$ true\n", "1$ true\n"), ("true\n", "true\n! \n"), ("both.\n", "both.\na\n"),
        ]
    )
    func `a transcript fails if one line, stream or exit code differs`(
        _ words: String,
        _ other: String
    ) throws {
        let text = Self.transcript.replacing(words, with: other)
        let run = try ConsoleSession.run(text: text, as: "transcript.txt")
        #expect(run.status == (words.isEmpty ? 0 : 1), "\(run.errors)")
    }

    @Test(arguments: ["```console\na\n```\n", "```console\n> a\n```\n", "```console\n$ a\n", "a\n"])
    func `a page that can't be read is refused`(_ text: String) throws {
        #expect(try ConsoleSession.run(text: text).status == 1)
    }
}
