// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
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

/// Shows what waits in a relay's outbox.
struct OutboxShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show how many messages wait for each app, and why they do.",
        discussion: """
            One line an app and environment, between tabs: app, environment, 'open' or why it is \
            paused, how many wait, how many are under way, when the oldest was accepted. \
            'unavailable' is a push service that is not reached, 'credentials' one that refuses \
            the app's, 'operator' a pause of 'outbox pause'. The last line has those whose device \
            has no usable token. It reads the whole queue.

            \(DatabaseEffect.nothing)

            Example:
              sealedpush-server outbox show --data relay --json
            """
    )

    @OptionGroup var relay: RelayOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let facts = try await RelayVisit(relay).ask { store throws(ServerStoreError) in
            try await store.read { OutboxFacts(try $0.lanes(), try $0.outbox(of: nil)) }
        }
        try Console.result(facts.text, json: json ? facts.json : nil)
    }
}

/// What an operator is told of an outbox.
struct OutboxFacts {
    private let lanes: [(app: AppEnvironment, lane: Lane, count: OutboxCount)]
    /// The messages of devices without a usable token.
    private let held: OutboxCount

    init(
        _ lanes: [LaneID: (app: AppEnvironment, lane: Lane)],
        _ counts: [LaneID: OutboxCount]
    ) {
        let none = OutboxCount(waiting: 0, leased: 0, oldest: nil, forgotten: 0)
        self.lanes = lanes.sorted { $0.key.number < $1.key.number }.map { id, lane in
            (lane.app, lane.lane, counts[id] ?? none)
        }
        held = counts[.none] ?? none
    }

    /// Lines for people.
    var text: String {
        let lines = lanes.map { app, lane, count in
            var state = lane.cause?.rawValue ?? "open"
            if let next = lane.nextProbe { state += ", tries at \(MomentText.text(of: next))" }
            return "\(app.app)\t\(app.environment.rawValue)\t\(state)\t\(Self.text(of: count))"
        }
        return (lines + ["-\t-\tno token\t\(Self.text(of: held))"]).joined(separator: "\n")
    }

    private static func text(of count: OutboxCount) -> String {
        let oldest =
            count.forgotten > 0
            ? "more than a day ago" : count.oldest.map { MomentText.text(of: $0) } ?? "-"
        return "\(count.waiting)\t\(count.leased)\t\(oldest)"
    }

    /// One object.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.array("lanes") { list in
                for (app, lane, count) in lanes {
                    list.object { object in
                        object.add("app", app.app)
                        object.add("environment", app.environment.rawValue)
                        object.add("state", lane.cause?.rawValue ?? "open")
                        object.add("failures", Int(lane.failures))
                        object.add("nextProbe", lane.nextProbe)
                        Self.add(count, to: &object)
                    }
                }
            }
            object.object("withoutToken") { Self.add(held, to: &$0) }
        }
    }

    private static func add(_ count: OutboxCount, to object: inout JSONWriter.Object) {
        object.add("waiting", count.waiting)
        object.add("underWay", count.leased)
        object.add("oldest", count.oldest)
        object.add("olderThanDay", count.forgotten)
    }
}
