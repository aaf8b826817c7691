// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLServer
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// What operators do to a relay, while its server runs.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OperatorCommandTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    enum Database: CaseIterable {
        case sqlite
        case postgreSQL
    }

    @Test(.rules("C-79"), arguments: Database.allCases)
    func `an operator sees and changes a relay beside its server`(_ database: Database)
        async throws
    {
        // Ends with the test.
        let postgreSQL = database == .postgreSQL ? try PostgreSQLServer() : nil
        let address = try postgreSQL?.database()
        let relay = OperatedRelay(folder, address)
        let world = try await relay.fill()
        let server = try await ServedRelay(
            relay.options + ["--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder,
            environment: relay.environment
        )

        try devices(relay, world, server)
        try outbox(relay, world, server)
        try deadLetters(relay)
        #expect(server.stop() == 0)
    }

    private static let commands = [
        ["device", "list"], ["device", "show"], ["device", "retire"], ["outbox", "show"],
        ["outbox", "pause"], ["outbox", "resume"], ["deadletter", "list"],
        ["deadletter", "delete"],
    ]

    @Test func `the examples of the commands' help do what they say, and tell no secret`()
        async throws
    {
        let relay = OperatedRelay(folder, nil)
        let world = try await relay.fill()
        for command in Self.commands {
            let help = try relay.run(command + ["--help"], with: [])
            let effects = DatabaseEffect.allCases.filter { help.contains("\n\($0)\n") }
            #expect(effects.count == 1, "\(command)")
            let before = try relay.rows()
            let examples = help.split(separator: "\n").filter {
                $0.hasPrefix("  sealedpush-server")
            }
            #expect(!examples.isEmpty, "\(command)")
            for example in examples {
                let line = example.replacing("00c0ffee00c0ffee", with: world.names[0])
                    .replacing("com.example.app", with: "chat")
                let output = try relay.shell(String(line))
                for endpoint in world.endpoints { #expect(!output.contains(endpoint.text)) }
            }
            if effects == [.nothing] {
                let after = try relay.rows()
                #expect(after == before, "\(command)")
            }
        }
    }

    private func devices(
        _ relay: OperatedRelay,
        _ world: OperatedRelay.World,
        _ server: ServedRelay
    ) throws {
        let all = try relay.json(["device", "list", "--json"]).elements
        #expect(all?.count == 2)
        #expect(
            all?.allSatisfy { $0["state"]?.string == "active" && $0["app"]?.string == "chat" }
                == true
        )
        #expect(all?.compactMap { $0["device"]?.string }.sorted() == world.names.sorted())
        #expect(try relay.lines(["device", "list", "--state", "gone"]) == [])
        #expect(try relay.lines(["device", "list", "--app", "other"]) == [])
        let first = try relay.lines(["device", "list", "--limit", "1"])
        #expect(first.count == 1)
        let rest = try relay.lines(["device", "list", "--after", "\(first[0].prefix(16))"])
        #expect(rest.map { $0.prefix(16) } == [Substring(world.names.max() ?? "")])

        let shown = try relay.json(["device", "show", world.names[0], "--json"])
        #expect(shown["waiting"]?.integer == 2)
        #expect(shown["token"]?["version"]?.integer == 1)
        #expect(shown["endpoints"]?.elements?.map { $0["bound"]?.bool } == [false])
        #expect(try relay.lines(["device", "show", world.names[0]]).contains("waiting\t2"))

        #expect(try status(of: world.endpoints[1], at: server) == "200")
        #expect(try relay.run(["device", "retire", world.names[1]]).isEmpty)
        #expect(try status(of: world.endpoints[1], at: server) == "410")
        #expect(try relay.status(["device", "retire", world.names[1]]) == 64)
        #expect(try relay.status(["device", "show", "00c0ffee00c0ffee"]) == 64)
        let retired = try relay.lines(["device", "list", "--state", "retired"])
        #expect(retired.map { $0.prefix(16) } == [Substring(world.names[1])])
    }

    @Test func `the age of the oldest open transaction on PostgreSQL is a metric`() async throws {
        let postgreSQL = try PostgreSQLServer()
        let address = try postgreSQL.database()
        let relay = OperatedRelay(folder, address)
        _ = try await relay.fill()
        let store = try await PostgreSQLRelayStore.open(address, timeLimit: .seconds(240))
        // As a backup that hangs.
        async let backup = try? store.read { try $0.rows("SELECT pg_sleep(240)") }
        while try await store.oldestSnapshot() == nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        let server = try await ServedRelay(
            relay.options + ["--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder,
            environment: relay.environment
        )
        var age: Double?
        while age == nil {
            let page = try curl(["\(server.operatorURL)/metrics"])
            let line = page.split(separator: "\n").first { $0.hasPrefix("relay_oldest_snapshot_") }
            age = line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try #require(age) > 0)
        #expect(server.stop() == 0)
        _ = try await store.read { transaction in
            try transaction.rows(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE query LIKE '%sleep%' AND pid <> pg_backend_pid()
                """
            )
        }
        _ = await backup
        await store.close()
    }

    private func outbox(
        _ relay: OperatedRelay,
        _ world: OperatedRelay.World,
        _ server: ServedRelay
    ) throws {
        func lane() throws -> JSONValue? {
            try relay.json(["outbox", "show", "--json"])["lanes"]?.elements?.first
        }
        #expect(try lane()?["state"]?.string == "credentials")
        #expect(try lane()?["waiting"]?.integer == 2)
        #expect(try lane()?["oldest"]?.integer ?? 0 > 1_700_000_000_000)
        #expect(try notices(of: server).contains("chat (production): the credentials are refused"))
        try relay.run(["outbox", "resume", "chat"])
        #expect(try lane()?["state"]?.string == "open")
        #expect(try !notices(of: server).contains { $0.hasSuffix("refused") })
        try relay.run(["outbox", "pause", "chat"])
        #expect(try lane()?["state"]?.string == "operator")
        #expect(try notices(of: server).contains("chat (production): paused by an operator"))
        let line = try relay.lines(["outbox", "show"])
        #expect(line[0].hasPrefix("chat\tproduction\toperator\t2\t0\t20"))
        #expect(line[1] == "-\t-\tno token\t0\t0\t-")
        #expect(try relay.status(["outbox", "pause", "chat", "--sandbox"]) == 64)
        try relay.run(["outbox", "resume", "chat"])
        #expect(try lane()?["state"]?.string == "open")
    }

    private func deadLetters(_ relay: OperatedRelay) throws {
        let letters = try relay.json(["deadletter", "list", "--json"]).elements
        #expect(letters?.map { $0["id"]?.integer } == [3, 4, 5])
        #expect(
            letters?.map { $0["reason"]?.string } == Array(repeating: "PayloadTooLarge", count: 3)
        )
        #expect(try relay.lines(["deadletter", "list", "--after", "3", "--limit", "1"]).count == 1)
        #expect(try relay.run(["deadletter", "delete", "4", "7"]) == "1")
        #expect(try relay.lines(["deadletter", "list"]).map { $0.prefix(2) } == ["3\t", "5\t"])
        #expect(try relay.run(["deadletter", "delete", "--all"]) == "2")
        #expect(try relay.lines(["deadletter", "list"]) == [])
        #expect(try relay.status(["deadletter", "delete"]) == 64)
    }

    private func notices(of server: ServedRelay) throws -> [String] {
        let answer = try curl(["\(server.operatorURL)/health/ready"])
        let notices = try JSONDocument(reading: Array(answer.utf8)).root["notices"]?.elements
        return notices?.compactMap(\.string) ?? []
    }

    /// How the server answers the sender of an endpoint.
    private func status(of endpoint: Capability, at server: ServedRelay) throws -> String {
        try curl(["-o", "/dev/null", "-w", "%{http_code}", "\(server.url)/e/\(endpoint.text)"])
    }

    private func curl(_ arguments: [String]) throws -> String {
        let run = try Tool.run(URL(filePath: "/usr/bin/curl"), ["-s"] + arguments, in: folder)
        #expect(run.status == 0)
        return run.output
    }
}
