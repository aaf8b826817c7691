// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay
import ServerStore

/// Shows what waits in a relay's outbox, and pauses it.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Show what waits in a relay's outbox; pause and resume an app's pushes.",
        discussion: "Servers may run meanwhile.",
        subcommands: [OutboxShow.self, Pause.self, Resume.self]
    )

    /// Stops pushes of an app.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Send nothing for an app until 'outbox resume'.",
            discussion: """
                Messages are taken and wait, until they expire. What is under way is sent.

                \(DatabaseEffect.changes)

                Example:
                  sealedpush-server outbox pause --data relay com.example.app
                """
        )

        @OptionGroup var relay: RelayOptions
        @OptionGroup var lane: LaneOptions

        func run() async throws {
            try await lane.change(of: relay) { try $0.pauseLane($1) }
        }
    }

    /// Sends again.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Send for an app again, whatever it was paused for.",
            discussion: """
                It ends a pause of an operator, of refused credentials once they are mended, and \
                of a push service that could not be reached.

                \(DatabaseEffect.changes)

                Example:
                  sealedpush-server outbox resume --data relay com.example.app
                """
        )

        @OptionGroup var relay: RelayOptions
        @OptionGroup var lane: LaneOptions

        func run() async throws {
            try await lane.change(of: relay) { try $0.openLane($1) }
        }
    }
}

/// The app and environment whose pushes are meant.
struct LaneOptions: ParsableArguments {
    @Argument(help: "The app, as 'outbox show' prints it.")
    var app: String

    @Flag(help: "Of Apple's sandbox, for apps that Xcode installed.")
    var sandbox = false

    /// Changes the lane.
    func change(
        of options: RelayOptions,
        _ body: @escaping @Sendable (any RelayTransaction, LaneID) throws -> Void
    ) async throws(CommandError) {
        let wanted = AppEnvironment(app: app, environment: sandbox ? .sandbox : .production)
        let isFound = try await RelayVisit(options).ask { store throws(ServerStoreError) in
            try await store.write { transaction in
                let lane = try transaction.lanes().first { $0.value.app == wanted }
                if let lane { try body(transaction, lane.key) }
                return lane != nil
            }
        }
        guard isFound else {
            throw .usage(
                "no device of this app and environment was ever active",
                hint: "'outbox show' prints those that there are"
            )
        }
    }
}
