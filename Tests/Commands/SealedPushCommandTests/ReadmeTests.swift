// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct ReadmeTests {
    private static let build =
        #"swift build --product sealedpush && export PATH="$(swift build --show-bin-path):$PATH""#

    /// The lines of the first block of commands behind "A working exchange".
    private func exchange() throws -> [Substring] {
        let readme = String(decoding: try Repository.read("README.md"), as: UTF8.self)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "## A working exchange" }
        return section.drop { $0 != "```sh" }.dropFirst().prefix { $0 != "```" }
    }

    @Test func `the exchange of the README works as it is printed, within 20 lines`() throws {
        let place = Workplace()
        let lines = try exchange()
        #expect((1...20).contains(lines.count))
        let first = try #require(lines.first)
        // The tests have built the command already.
        try #require(first.hasPrefix(Self.build))
        let script =
            ["set -eu", #"export PATH="$BUILT:$PATH""# + first.dropFirst(Self.build.count)]
            + lines.dropFirst().map(String.init)
        try place.write(script.joined(separator: "\n"), to: "exchange.sh")

        let run = try place.runBash(
            [place.path("exchange.sh")],
            environment: ["BUILT": Workplace.programs, "PATH": "/usr/bin:/bin"]
        )
        #expect(run.status == 0)
        #expect(!run.errors.contains("error"))

        // The last command prints the only JSON object.
        let output = run.text
        let start = try #require(output.firstIndex(of: "{"))
        let opened = try JSONDocument(reading: Array(output[start...].utf8)).root
        #expect(opened["status"]?.string == "opened")
        #expect(opened["notification"]?["title"]?.string == "Ann")
        #expect(opened["notification"]?["body"]?.string == "Dinner at eight?")
    }
}
