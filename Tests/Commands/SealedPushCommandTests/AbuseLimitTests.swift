// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Limits of the system: file descriptors (`ulimit -n`) and sizes of files (`ulimit -f`).
struct AbuseLimitTests {
    private static let commands = [
        ["device", "show", "--store", "@phone"],
        ["inspect", "@phone.bundle"],
        ["seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "@payload"],
        ["--help"],
    ]

    private static func place() throws -> Workplace {
        let place = try Workplace.withStores(contact: false)
        try place.write(
            #"{"aps":{"alert":"Hi"},"Simulator Target Bundle":"com.example.app"}"#,
            to: "payload"
        )
        return place
    }

    @Test(arguments: commands)
    func `a command that has too few file descriptors says so`(_ arguments: [String]) throws {
        let place = try Self.place()
        // With fewer than four not even the system's loader starts a program.
        for count in [4, 5, 6, 8, 12, 16] {
            let run = try place.runInShell(#"ulimit -n \#(count); exec "$@""#, arguments)
            #expect(run.status == 1, "\(count)")
            #expect(
                run.errors == """
                    sealedpush: error: too few file descriptors are free: 16 are needed
                    sealedpush: hint: raise the limit: 'ulimit -n 1024'

                    """
            )
        }
    }

    @Test(arguments: commands)
    func `the file descriptors that are asked for are enough`(_ arguments: [String]) throws {
        let place = try Self.place()
        let usual = try place.run(arguments)
        // How many are open already is the tests' own matter: the first limit that is enough is
        // looked for.
        for count in 17..<512 {
            let run = try place.runInShell(#"ulimit -n \#(count); exec "$@""#, arguments)
            guard !run.errors.contains("too few file descriptors") else { continue }
            #expect(run.status == usual.status)
            #expect(run.errors == usual.errors)
            return
        }
        Issue.record("no limit is enough")
    }

    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func `no file of the store gets the place of a stream that is closed`(_ closed: String) throws {
        let place = try Self.place()
        let commands = [
            ["device", "bundle", "--store", "@phone"], ["device", "maintain", "--store", "@phone"],
            ["sender", "list", "--store", "@server"],
        ]
        for arguments in commands {
            let run = try place.runInShell(#"exec "$@" "# + closed, arguments)
            let isShown = !closed.contains(" >") && closed != ">&-"
            // Maintenance makes one-time prekeys, which is told once.
            let unshown: Int32 = arguments.contains("maintain") ? 9 : 1
            #expect(run.status == (isShown ? 0 : unshown), "\(arguments)")
            if closed == ">&-" {
                #expect(run.errors.contains("the output could not be written: it is closed"))
            }
        }
        #expect(try place.run(["device", "show", "--store", "@phone"]).status == 0)
    }

    @Test func `a command that may write no file ends with a status, and not by a signal`() throws {
        let place = try Self.place()
        for limits in ["ulimit -f 0", "ulimit -f 0 && ulimit -n 8"] {
            for arguments in Self.commands {
                let run = try place.runInShell(#"\#(limits); exec "$@""#, arguments)
                // The store is written to before the output.
                let usual: Int32 = arguments[0] == "seal" ? 6 : 1
                #expect(run.status == (limits.contains("-n") ? 1 : usual), "\(arguments)")
            }
        }
    }

    @Test func `a recipient that can't be changed is not told as a message that was not sealed`()
        throws
    {
        let place = try Self.place()
        let remove = ["recipient", "remove", "--store", "@server", "--recipient", "bob"]
        let removed = try place.runInShell(
            #"(ulimit -f 0; exec "$@" 2>&1) | cat"#,
            remove + ["--device", "@phone.bundle"]
        )
        #expect(
            removed.text.contains(
                "the store can't read or write what it remembers of devices, so nothing was done: the"
                    + " disk or the user's share of it is full, or no file may be so large (ulimit -f) (memoryUnavailable)"
            )
        )
        #expect(removed.text.contains("hint: see that the store is yours, and on a disk that can"))
    }

    @Test func `a file that would be too large is told, and not left in parts`() throws {
        let place = try Self.place()
        let number = ["sender", "number", "--store", "@server", "--to", "@phone.bundle", "--svg"]
        let drawn = try place.runInShell(#"ulimit -f 2; exec "$@""#, number + ["@picture"])
        #expect(drawn.status == 1)
        #expect(
            drawn.errors.contains(
                "the picture can't be written: it is larger than a file may be (ulimit -f)"
            )
        )
        #expect(!FileManager.default.fileExists(atPath: place.path("picture")))
    }
}
