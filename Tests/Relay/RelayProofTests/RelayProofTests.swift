// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLServer
import RelayProofSupport
import SealedPush
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelay
import SimulatedAPNs
import Synchronization
import TestSupport
import Testing

@testable import SealedPushAPNs

/// Messages from senders to phones, through real processes that are killed: none is lost, each is shown once.
@Suite(.rules("C-33 C-51"), .serialized, .timeLimit(.minutes(60)))
struct RelayProofTests {
    // `make long` does all of it.
    private static let phones = LongRun.isOn ? 10 : 2
    private static let messages = LongRun.isOn ? 1000 : 40
    private static let kills = LongRun.isOn ? 30 : 6

    @Test
    func `through a relay on SQLite that is killed at any moment nothing is lost or shown twice`()
        async throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await prove(.sqlite(path: folder.path("relay.sqlite")), processes: 1)
    }

    @Test
    func
        `through a relay of three processes on PostgreSQL, all of which are killed, nothing is lost or shown twice`()
        async throws
    {
        let server = try PostgreSQLServer()
        let database = ProbeSettings.Database.postgreSQL(address: try server.database())
        try await prove(database, processes: 3) {
            try server.kill()
            try server.start()
        }
    }

    /// Sends messages of every kind to phones while processes are killed, and holds what the phones
    /// show against them.
    ///
    /// - Parameters:
    ///   - database: Where the messages are.
    ///   - processes: How many relay processes there are.
    ///   - killDatabase: Kills the database and starts it again; nil if it is part of the
    ///     processes.
    /// - Throws: What a server, a store or a phone throws.
    private func prove(
        _ database: ProbeSettings.Database,
        processes: Int,
        killDatabase: (@Sendable () throws -> Void)? = nil
    ) async throws {
        let key = try P256PrivateKey()
        let tokenKey = Randomness.bytes(32)
        let keys = TokenKeyRing(current: 1, SecretBytes(copying: tokenKey.span))
        var directory = APNsDirectory()
        directory.add(
            ProviderKey(
                key.publicKey,
                keyID: ProbeSettings.keyID,
                teamID: ProbeSettings.teamID
            )
        )
        var configuration = ServerConfiguration(directory)
        configuration.script = FaultScript([
            FaultRule(.refusal(.serviceUnavailable), .every(83)),
            FaultRule(.drop(.after), .every(61)),
            FaultRule(.refusal(.tooManyRequests, retryAfter: .seconds(2)), .every(71)),
        ])
        let provider = key.withDER { der in der.indices.map { der[$0] } }
        let token = try ProviderTokenKey(
            p8: provider.span,
            keyID: ProbeSettings.keyID,
            teamID: ProbeSettings.teamID
        ).tokens.signer.token(at: Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000)))
            .text
        try await APNsServer.run(configuration) { server in
            let settings = ProbeSettings(
                database: database,
                port: server.port,
                roots: server.roots.pem,
                providerKey: provider,
                providerToken: token,
                topic: "com.example.app",
                tokenKey: tokenKey,
                time: ScaledTime(factor: 20)
            )
            let fleet = RelayFleet(settings)
            let total = Self.phones * Self.messages
            let killer = Killer(
                of: fleet,
                kills: Self.kills,
                pushes: total * 6 / 10,
                killDatabase: killDatabase
            )
            var phones: [ProofPhone] = []
            do {
                let store = try await settings.openStore()
                for _ in 0..<Self.phones {
                    phones.append(
                        try await ProofPhone(at: server, in: store, keys: keys) { killer.arrived() }
                    )
                }
            }
            try fleet.start(processes)
            let lists = try await withThrowingTaskGroup(of: (Int, [PostedMessage]).self) { group in
                for (number, phone) in phones.enumerated() {
                    group.addTask {
                        let base = Int64(number * Self.messages)
                        return (number, try await Self.post(from: base, to: phone, by: fleet))
                    }
                }
                return try await group.reduce(into: [Int: [PostedMessage]]()) { $0[$1.0] = $1.1 }
            }
            let accounts = lists.mapValues { Account(of: $0) }
            try await waitUntil(within: LongRun.isOn ? .seconds(900) : .seconds(90)) {
                for (number, account) in accounts
                where await !account.isComplete(phones[number].appearances()) {
                    return false
                }
                return killer.count == Self.kills
            }
            #expect(await fleet.finish() == Array(repeating: 0, count: processes))
            for (number, account) in accounts {
                let appearances = await phones[number].appearances()
                let faults = account.faults(in: appearances, listed: phones[number].listed)
                #expect(faults.isEmpty, "\(faults)")
            }
            #expect(killer.count == Self.kills)
            // An hour later every lease has lapsed and every pause is over.
            try await drain(settings.openStore(ahead: .hours(1)))
        }
    }

    /// Posts messages of every kind, one after the other; each is acknowledged in the end.
    private static func post(
        from base: Int64,
        to phone: ProofPhone,
        by fleet: RelayFleet
    ) async throws -> [PostedMessage] {
        var messages: [PostedMessage] = []
        for number in 1...Int64(Self.messages) {
            let kind = PostedMessage.Kind(number)
            let text = "Message \(base + number)"
            let (envelope, topic) = try await phone.seal(text, key: kind.collapseKey)
            let end = try await fleet.ask(
                .post(
                    id: base + number,
                    endpoint: phone.endpoint.id.number,
                    envelope: envelope.bytes,
                    seconds: kind == .short ? 10 : 86_400,
                    topic: topic
                )
            )
            #expect([.done, .repeated(base + number)].contains(end), "\(text)")
            if kind == .withdrawn { _ = try await fleet.ask(.withdraw(id: base + number)) }
            messages.append(PostedMessage(text: text, kind: kind))
        }
        return messages
    }

    /// Holds that a worker gets whatever is left, such as messages that were pushed by a process
    /// that was killed then.
    private func drain(_ store: any RelayStore) async throws {
        let now = try await store.now()
        try await store.sweep(lapsedBefore: now, expiredBefore: now)
        let worker = WorkerID()
        try await store.write { try $0.enroll(worker) }
        while let partition = try await store.read({ try $0.due() }).first {
            let request = LeaseRequest(worker: worker, partition: partition, limit: 100)
            let leases = try await store.write { try $0.lease(request) }
            try #require(!leases.isEmpty, "nothing is to be had from a partition that is due")
            try await store.write(.settlement) {
                try $0.settle(leases.map { Attempt($0, .accepted) }, by: worker)
            }
        }
        #expect(try await store.read { try $0.deadLetters(after: nil, limit: 1) }.isEmpty)
    }

    private func waitUntil(
        within limit: Duration,
        _ isSo: () async -> Bool
    ) async throws {
        let end = ContinuousClock.now.advanced(by: limit)
        while await !isSo() {
            guard ContinuousClock.now < end else { return }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}

/// A message that was posted, and what may become of it.
struct PostedMessage: Sendable {
    enum Kind: Hashable, Sendable {
        /// It is shown.
        case plain
        /// It is shown or replaced by a later one of this group.
        case replacing(group: Int64)
        /// It is shown or expires.
        case short
        /// It is shown or withdrawn.
        case withdrawn

        init(_ number: Int64) {
            switch number % 10 {
            case 6, 7: self = .replacing(group: number / 10 % 3)
            case 8: self = .short
            case 9: self = .withdrawn
            default: self = .plain
            }
        }

        var collapseKey: String? {
            if case .replacing(let group) = self { "group-\(group)" } else { nil }
        }
    }

    let text: String
    let kind: Kind
}

/// What has to be true of what a phone has shown.
struct Account {
    private let messages: [PostedMessage]
    /// The last message of each group, which nothing replaces.
    private let last: [Int64: String]

    init(of messages: [PostedMessage]) {
        self.messages = messages
        var last: [Int64: String] = [:]
        for message in messages {
            if case .replacing(let group) = message.kind { last[group] = message.text }
        }
        self.last = last
    }

    /// The messages that have to be shown.
    private var owed: Set<String> {
        Set(messages.filter { $0.kind == .plain }.map(\.text)).union(last.values)
    }

    func isComplete(_ appearances: [(body: String, isAlerting: Bool)]) -> Bool {
        owed.isSubset(of: appearances.map(\.body))
    }

    /// What is wrong, in words.
    func faults(in appearances: [(body: String, isAlerting: Bool)], listed: Set<String>) -> [String]
    {
        let bodies = Set(appearances.map(\.body))
        let alerts = Dictionary(
            grouping: appearances.filter(\.isAlerting).map(\.body),
            by: \.self
        )
        .mapValues(\.count)
        let known = Set(messages.map(\.text))
        var faults = owed.subtracting(bodies).map { "\($0) is lost" }
        faults += alerts.filter { $0.value > 1 }.map { "\($0.key) alerted \($0.value) times" }
        faults += bodies.subtracting(known).map { "shown and never posted: \($0)" }
        faults += owed.intersection(bodies).filter { alerts[$0] == nil }.map { "\($0) was silent" }
        for (group, text) in last {
            let others = messages.filter { $0.kind == .replacing(group: group) && $0.text != text }
            faults += listed.intersection(others.map(\.text)).map { "\($0) replaced \(text)" }
        }
        return faults.sorted()
    }
}

/// Relay processes that take each other's place.
final class RelayFleet: Sendable {
    private let settings: ProbeSettings
    private let processes = Mutex<[RelayProcess]>([])

    init(_ settings: ProbeSettings) {
        self.settings = settings
    }

    /// Starts processes.
    func start(_ count: Int) throws {
        let started = try (0..<count).map { _ in try RelayProcess(settings) }
        processes.withLock { $0 = started }
    }

    /// None of the processes has done what it was asked to within five minutes.
    struct NoAnswer: Error {}

    /// Asks any process, again and again until one has an answer.
    func ask(_ call: ProbeRequest.Call) async throws -> ProbeAnswer.End {
        let end = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < end {
            let process = processes.withLock { $0.randomElement() }
            let answer = await process?.ask(call)
            if let answer, answer != .failed { return answer }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NoAnswer()
    }

    /// Kills one process, and starts another in its place.
    func killOne() async throws {
        let (place, process) = processes.withLock { processes in
            let place = Int.random(in: processes.indices)
            return (place, processes[place])
        }
        process.kill()
        await process.waitUntilEnd()
        let successor = try RelayProcess(settings)
        processes.withLock { $0[place] = successor }
    }

    /// Lets all end by themselves, and returns their statuses.
    func finish() async -> [Int32] {
        var statuses: [Int32] = []
        for process in processes.withLock(\.self) { statuses.append(await process.finish()) }
        return statuses
    }
}

/// Kills processes while pushes arrive, some between the push service's decision and the relay's note of it.
///
/// One kill comes after the other; while the database starts again, nothing else is killed.
final class Killer: Sendable {
    private struct State {
        var arrived = 0
        var begun = 0
        var done = 0
    }

    private let limit: Int
    private let interval: Int
    private let acts: AsyncStream<Int>.Continuation
    private let state: Mutex<State>

    /// - Parameters:
    ///   - fleet: Whose processes are killed.
    ///   - kills: How many there are.
    ///   - pushes: Over how many pushes they are spread.
    ///   - killDatabase: Kills the database and starts it again.
    init(
        of fleet: RelayFleet,
        kills: Int,
        pushes: Int,
        killDatabase: (@Sendable () throws -> Void)?
    ) {
        limit = kills
        interval = max(1, pushes / (kills + 1))
        let (numbers, acts) = AsyncStream<Int>.makeStream()
        self.acts = acts
        state = Mutex(State())
        Task { [weak self] in
            for await number in numbers {
                // Each second one at once: the push is accepted, and the relay does not know yet.
                if number.isMultiple(of: 2) {
                    try? await Task.sleep(for: .milliseconds(.random(in: 1...30)))
                }
                do {
                    if let killDatabase, number.isMultiple(of: 3) {
                        try await onThread(killDatabase)
                    } else {
                        try await fleet.killOne()
                    }
                } catch {
                    Issue.record(error, "what was killed does not start again")
                }
                self?.state.withLock { $0.done += 1 }
            }
        }
    }

    deinit { acts.finish() }

    /// How often it killed, and what it killed runs again.
    var count: Int { state.withLock { $0.done } }

    /// Notes a push, and kills if it is time.
    func arrived() {
        let number: Int? = state.withLock { state in
            state.arrived += 1
            guard state.arrived.isMultiple(of: interval), state.begun < limit else { return nil }
            state.begun += 1
            return state.begun
        }
        if let number { acts.yield(number) }
    }
}
