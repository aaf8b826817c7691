// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct UsageTests {
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
