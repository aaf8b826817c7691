// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct TaskArticleTests {
    /// Every article of `docs/tasks`.
    static let articles: [String] = {
        let folder = Repository.folder + "docs/tasks"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    @Test(arguments: articles)
    func `an article's sessions print what it says`(_ name: String) throws {
        let text = String(decoding: try Repository.read("docs/tasks/\(name)"), as: UTF8.self)
        let article = try TaskArticle(reading: text)
        #expect(!article.steps.isEmpty)
        for failure in try article.run() { Issue.record("\(name), \(failure)") }
    }

    @Test(arguments: [("", 0), ("\"Ann\"", 1), ("mutable-content", 1)])
    func `the page that a demo runs ends with 1 if something else is printed`(
        _ word: String,
        _ status: Int32
    ) throws {
        let place = try Workplace()
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

    @Test(arguments: ["", "run", "none.md", "run-a-relay.md", "send-from-a-backend.md"])
    func `what is no page of the command alone is refused`(_ page: String) throws {
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
        ("a\nx\ny\nb", "a\n...\nb", true), ("a\nb", "a\n...\nb", true),
        ("a\nx", "a\n...\nb", false), ("", "...", true), ("a\nb", "...\na", false),
        ("a\nb\na\nc", "...\na\nc", true),
    ]

    @Test(arguments: printed)
    func `dots stand for what varies, and nothing else is left out`(
        printed: String,
        expected: String,
        isMatch: Bool
    ) {
        func lines(_ text: String) -> [String] {
            text.isEmpty ? [] : text.split(separator: "\n").map(String.init)
        }
        #expect(TaskArticle.matches(lines(printed)[...], lines(expected)[...]) == isMatch)
    }

    @Test func `a page that a demo runs is held against what is printed by the same rule`() throws {
        let place = try Workplace()
        let script = #"source "$2"; is_as_printed "$3" "$4" && echo yes || echo no"#
        for (text, expected, isMatch) in Self.printed {
            let run = try place.runInShell(
                #"exec bash -c "$3" bash "$1" "$2" "$4" "$5""#,
                [Repository.folder + "docs/tasks/run", script, text, expected]
            )
            #expect(run.text == (isMatch ? "yes\n" : "no\n"), "\(text), \(expected)")
        }
    }

    @Test func `blocks of one article are one session, and others are only read`() throws {
        let article = try TaskArticle(
            reading: """
                Text, and `$ false` in it.
                ```console
                $ mkdir a && cd a
                $ word=here # in the next block, too
                ```
                ```
                $ false
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
                ```
                """
        )
        #expect(article.steps.map(\.line) == [3, 4, 10, 13, 17, 19])
        #expect(try article.run() == [])
    }

    @Test(
        arguments: [
            "$ echo a\nb", "$ echo a", "$ true\na", "$ false", "$ false | true", "$ exit 0",
            "$ cat <<END", "$ echo a >&2", "$ echo a\na\n\n",
        ]
    )
    func `a command that fails or prints something else is told`(_ session: String) throws {
        let article = try TaskArticle(reading: "```console\n$ true\n\(session)\n```\n")
        let failures = try article.run()
        #expect(failures.count == 1)
        #expect(failures.allSatisfy { $0.hasPrefix("line 3: ") })
    }

    @Test(arguments: ["```console\na\n```\n", "```console\n> a\n```\n", "```console\n$ a\n"])
    func `an article that can't be read is refused`(_ text: String) {
        #expect(throws: TaskArticle.Unreadable.self) { try TaskArticle(reading: text) }
    }
}
