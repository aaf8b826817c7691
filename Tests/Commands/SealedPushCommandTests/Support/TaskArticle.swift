// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// An article of `docs/tasks`, whose sessions at the console are run as they are printed.
///
/// What counts of an article are its blocks that are fenced with `console`:
///
///     ```console
///     $ sealedpush device init --store phone --topic com.example.app
///     sealedpush: note: the store's key is ...
///     ...
///     $ sealedpush open --store phone --at 2026-11-21T10:00:00Z \
///     > sealed.json || echo "exit code $?"
///     ```
///
/// - All blocks of an article are one session of `bash`: one shell, in a folder of its own that is
///   empty at first, in which variables and `cd` last. Standard input is empty. `sealedpush` is in
///   the path, beside what `/usr/bin` and `/bin` hold: use nothing that a plain Debian lacks.
/// - A line that begins with `$ ` is a command, and `> ` goes on with it. Comments stand outside of
///   the block, or behind a command after `#`.
/// - Every other line is what the command before it prints, to standard output and standard error
///   as they come. All of it has to be there.
/// - `...` inside a line stands for any text, on a line of its own for any number of lines, none as
///   well. What depends on the day or on randomness is written so: identities, ids, epochs, dates
///   without `--at`.
/// - Every command has to succeed. One that is to fail shows it: `|| echo "exit code $?"`.
/// - A block with a language and a file's name behind the fence (`python backend.py`) is that file,
///   which is there from the start. Any other block is only read.
struct TaskArticle {
    /// A command, and what it has to print.
    struct Step: Hashable {
        /// Where it stands, counted from 1.
        let line: Int
        var command: String
        var output: [String] = []
    }

    /// Why an article can't be run.
    struct Unreadable: Error {
        let line: Int
        let reason: String
    }

    let steps: [Step]
    /// What the files hold that the article shows, by name.
    private(set) var files: [String: String] = [:]

    init(reading text: String) throws(Unreadable) {
        var steps: [Step] = []
        var isConsole = false
        var file: String?
        var isFenced = false
        var canContinue = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                isFenced.toggle()
                isConsole = isFenced && line.dropFirst(3) == "console"
                let words = line.dropFirst(3).split(separator: " ")
                file = isFenced && words.count == 2 ? String(words[1]) : nil
                canContinue = false
                if isConsole { steps.append(Step(line: index + 1, command: "")) }
                continue
            }
            if let file { files[file, default: ""] += line + "\n" }
            guard isConsole else { continue }
            if line.hasPrefix("$ ") {
                if steps.last?.command.isEmpty == true { steps.removeLast() }
                steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
                canContinue = true
            } else if canContinue, line.hasPrefix("> ") {
                steps[steps.count - 1].command += "\n" + line.dropFirst(2)
            } else {
                guard let last = steps.last, !last.command.isEmpty else {
                    throw Unreadable(line: index + 1, reason: "a block begins with a command")
                }
                steps[steps.count - 1].output.append(String(line))
                canContinue = false
            }
        }
        guard !isFenced else { throw Unreadable(line: 0, reason: "the last fence stays open") }
        self.steps = steps.filter { !$0.command.isEmpty }
    }

    /// Whether `lines` are what `expected` says.
    static func matches(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let first = expected.first else { return lines.isEmpty }
        let rest = expected.dropFirst()
        if first == "..." {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], rest) }
        }
        guard let line = lines.first, matches(line, first) else { return false }
        return matches(lines.dropFirst(), rest)
    }

    /// Whether a line is what `expected` says.
    private static func matches(_ line: String, _ expected: String) -> Bool {
        let parts = expected.split(separator: "...", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return line == expected
        }
        guard line.hasPrefix(first) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
