// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay
import ServerStore

/// Lists and deletes what the push service refused for good.
struct DeadLetterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deadletter",
        abstract: "List and delete what is kept of messages that were refused for good.",
        discussion: """
            Servers may run meanwhile. Of a message its id, the reason and the time are kept, for \
            90 days.
            """,
        subcommands: [List.self, Delete.self]
    )

    /// How many are read or deleted in one transaction.
    private static let page = 500

    /// Lists them.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the dead letters.",
            discussion: """
                One line a letter, between tabs, oldest id first: id, when it was refused, the \
                push service's reason. A note says if there are more.

                \(DatabaseEffect.nothing)

                Example:
                  sealedpush-server deadletter list --data relay --json
                """
        )

        @OptionGroup var relay: RelayOptions

        @Option(help: "Only letters after this one.")
        var after: OutboxID?

        @Option(help: "How many at most.")
        var limit = 100

        @Flag(help: "Print one JSON array.")
        var json = false

        func validate() throws {
            guard 1...1_000_000 ~= limit else { throw ValidationError("--limit is 1 to 1000000") }
        }

        func run() async throws {
            let found = try await RelayVisit(relay).ask { store throws(ServerStoreError) in
                try await store.read { [after, limit] in
                    try $0.deadLetters(after: after, limit: limit + 1)
                }
            }
            let letters = found.prefix(limit)
            if json {
                try Console.result(json: Self.json(letters))
            } else {
                for letter in letters {
                    let time = MomentText.text(of: letter.time)
                    try Console.result("\(letter.id.number)\t\(time)\t\(letter.reason)")
                }
            }
            if found.count > limit, let last = letters.last {
                Console.note("there are more; go on with --after \(last.id.number)")
            }
        }

        private static func json(_ letters: ArraySlice<DeadLetter>) -> [UInt8] {
            JSONWriter.array(pretty: true) { list in
                for letter in letters {
                    list.object { object in
                        object.add("id", Int(letter.id.number))
                        object.add("reason", letter.reason)
                        object.add("time", letter.time)
                    }
                }
            }
        }
    }

    /// Deletes some or all.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete dead letters, and print how many there were.",
            discussion: """
                \(DatabaseEffect.changes)

                Examples:
                  sealedpush-server deadletter delete --data relay 4097 4098
                  sealedpush-server deadletter delete --data relay --all
                """
        )

        @OptionGroup var relay: RelayOptions

        @Flag(help: "Delete all that there are.")
        var all = false

        @Argument(help: "Their ids, as 'deadletter list' prints them.")
        var ids: [OutboxID] = []

        func validate() throws {
            guard all != !ids.isEmpty else { throw ValidationError("either ids or --all") }
        }

        func run() async throws {
            let count = try await RelayVisit(relay).ask { store throws(ServerStoreError) in
                guard all else {
                    return try await store.write { [ids] in try $0.removeDeadLetters(ids) }
                }
                var count = 0
                while true {
                    let removed = try await store.write { transaction -> Int? in
                        let letters = try transaction.deadLetters(after: nil, limit: page)
                        guard !letters.isEmpty else { return nil }
                        return try transaction.removeDeadLetters(letters.map(\.id))
                    }
                    guard let removed else { return count }
                    count += removed
                }
            }
            try Console.result("\(count)")
        }
    }
}

extension OutboxID: ExpressibleByArgument {
    package init?(argument: String) {
        guard let number = Int64(argument) else { return nil }
        self.init(number)
    }
}
