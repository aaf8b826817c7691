// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import PostgreSQLServer
import SealedPush
import Synchronization
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct ConnectionTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    @Test func `no call fails because the server ended idle connections`() async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            #expect(try await store.accept([message]) == [.queued])
            _ = try await store.now()
            try await onThread { [address] in
                // It waits until they are gone.
                let ended = try PostgreSQLConnection(address, deadline: .now + .seconds(20)).query(
                    """
                    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                        AND backend_type = 'client backend'
                    """
                )
                #expect(ended.rows.count >= 3)
            }
            #expect(try await store.accept([message]) == [.repeated(OutboxID(1))])
            #expect(try await store.read { try $0.device(endpoint.device) } != nil)
            _ = try await store.write { try $0.reserveIDs() }
        }
    }

    @Test func `a commit waits for the disk, whatever the database has as its default`()
        async throws
    {
        try await onThread { [address] in
            try PostgreSQLConnection.execute(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$",
                at: address
            )
        }
        try await PostgreSQLRelayStore.with(address) { store in
            for pool in [store.writer, store.workers] {
                let setting = try await store.run(on: pool, isReading: false) { transaction in
                    try transaction.row("SHOW synchronous_commit")?.value("synchronous_commit")
                        as String?
                }
                #expect(setting == "on")
            }
        }
    }

    @Test func `what a database server notes is not printed`() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [address = address as String] in
            try await onThread { [address] in
                try PostgreSQLConnection.execute(
                    "DO $$ BEGIN RAISE WARNING 'noted'; END $$",
                    at: address
                )
            }
        }
        let errors = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!errors.contains("noted"))
    }

    // The next two would never end without a time limit of the store's.

    @Test func `a server that takes connections and says nothing is unavailable`()
        async throws
    {
        let port = try SilentPort()
        let start = ContinuousClock.now
        await #expect(throws: ServerStoreError.unavailable) {
            try await PostgreSQLRelayStore.open(
                "host=127.0.0.1 port=\(port.number) user=relay",
                timeLimit: .seconds(1)
            )
        }
        #expect(ContinuousClock.now - start > .milliseconds(900))
    }

    @Test func `a connection on which nothing arrives any more is given up`() async throws {
        let folder = try #require(address.split(separator: " ").first?.dropFirst("host=".count))
        let proxy = try HalfOpenProxy(to: "\(folder)/.s.PGSQL.5432")
        defer { proxy.end() }
        let database = address.replacing("host=\(folder)", with: "host=127.0.0.1")
        let limit: Duration = .seconds(2)
        try await PostgreSQLRelayStore.with("\(database) port=\(proxy.port)", timeLimit: limit) {
            store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            _ = try await store.now()
            proxy.isSwallowing = true
            let failures = await withTaskGroup(of: Bool.self) { group in
                group.addTask { (try? await store.accept([message])) == nil }
                group.addTask { (try? await store.write { try $0.reserveIDs() }) == nil }
                group.addTask { (try? await store.now()) == nil }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(failures == 3)
            proxy.isSwallowing = false
            var answer: [Acceptance]?
            for _ in 0..<200 where answer == nil {
                answer = try? await store.accept([message])
                try await Task.sleep(for: .milliseconds(20))
            }
            // The bytes of the first attempt never arrived.
            #expect(answer == [.queued])
        }
    }

    @Test func `the next host is tried if one lets packets vanish`() async throws {
        let port = try SilentPort()
        port.fill()
        let hosts = address.replacing("host=", with: "host=127.0.0.1,")
        let start = ContinuousClock.now
        try await onThread {
            _ = try PostgreSQLConnection(
                "\(hosts) port=\(port.number),5432",
                deadline: start + .seconds(10)
            )
        }
        // The first one had its time.
        #expect(ContinuousClock.now - start > .seconds(1))
    }

    @Test func `no call fails for want of a connection while another one is free`() async throws {
        // The tables have to be there.
        try await PostgreSQLRelayStore.with(address) { _ in }
        let user = "one\(UInt32.random(in: 0 ... .max))"
        try await onThread { [address] in
            try PostgreSQLConnection.execute(
                """
                CREATE ROLE \(user) LOGIN CONNECTION LIMIT 1;
                GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(user)
                """,
                at: address
            )
        }
        let pool = PostgreSQLPool(
            PostgreSQLConfiguration(
                address: address.replacing(/user=\w+/, with: "user=\(user)"),
                schema: .relay,
                timeLimit: .seconds(20),
                clock: nil
            ),
            count: 2
        )
        @Sendable func ask(
            during: @escaping @Sendable () -> Void = {},
            after: @escaping @Sendable () -> Void = {}
        ) async -> Bool {
            await withCheckedContinuation { continuation in
                pool.run { slot in
                    let answer: Int? = try? slot?.run(isReading: true) { connection, _ in
                        during()
                        return try connection.query("SELECT 1 AS number").rows[0].value("number")
                    }
                    after()
                    // Once the pool has the connection back: until then it is not free.
                    let end = { @Sendable in continuation.resume(returning: answer == 1) }
                    if let slot { slot.queue.async(execute: end) } else { end() }
                }
            }
        }
        let semaphores = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let (begun, isBegun) = AsyncStream<Void>.makeStream()
        let first = Task {
            await ask(during: {
                isBegun.finish()
                semaphores[0].wait()
            })
        }
        for await _ in begun {}
        // The server takes no second connection of this user. That one is idle last.
        let (failed, hasFailed) = AsyncStream<Void>.makeStream()
        let second = Task {
            await ask(after: {
                hasFailed.finish()
                semaphores[1].wait()
            })
        }
        for await _ in failed {}
        semaphores[0].signal()
        #expect(await first.value)
        semaphores[1].signal()
        #expect(await !second.value)
        for _ in 0..<5 { #expect(await ask()) }
        await pool.close()
    }

    @Test func `no more than a thousand calls wait for a connection`() async throws {
        let pool = PostgreSQLPool(
            PostgreSQLConfiguration(
                address: address,
                schema: .relay,
                timeLimit: .seconds(20),
                clock: nil
            ),
            count: 1
        )
        let semaphore = DispatchSemaphore(value: 0)
        pool.run { _ in semaphore.wait() }
        let refused = Mutex(0)
        for _ in 0..<PostgreSQLPool.jobLimit + 1 {
            pool.run { slot in
                if slot == nil { refused.withLock { $0 += 1 } }
            }
        }
        #expect(refused.withLock(\.self) == 1)
        semaphore.signal()
        await pool.close()
    }

    @Test func `the folder of a killed test process is deleted, and no other`() throws {
        let parent = FileManager.default.temporaryDirectory
        // No process has so high a number.
        let (dead, alive) = ("pg-\(Int32.max)-1", "pg-\(getpid())-1")
        let folders = [dead, alive].map { parent.appending(path: $0) }
        for folder in folders {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "data"),
                withIntermediateDirectories: true
            )
        }
        PostgreSQLServer.removeAbandoned()
        let isThere = folders.map { FileManager.default.fileExists(atPath: $0.path) }
        #expect(isThere == [false, true])
        try FileManager.default.removeItem(at: folders[1])
    }

    @Test func `the oldest snapshot is that of a transaction left open`() async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            #expect(try await store.oldestSnapshot() == nil)
            let end = DispatchSemaphore(value: 0)
            let (begun, isBegun) = AsyncStream<Void>.makeStream()
            let start = ContinuousClock.now
            let open = Task {
                try await onThread { [address] in
                    let connection = try PostgreSQLConnection(
                        address,
                        deadline: .now + .seconds(60)
                    )
                    try connection.run("BEGIN; SELECT pg_current_xact_id()")
                    isBegun.finish()
                    end.wait()
                }
            }
            for await _ in begun {}
            try await Task.sleep(for: .milliseconds(50))
            let age = try await store.oldestSnapshot()
            end.signal()
            try await open.value
            let found = try #require(age)
            #expect(
                (.milliseconds(50)...(ContinuousClock.now - start + .seconds(1))).contains(found)
            )
        }
    }
}

/// A port on loopback that accepts connections and never answers.
private final class SilentPort: Sendable {
    private let sockets: [Int32]
    let number: UInt16

    init() throws {
        // The first one listens; the others fill its queue.
        sockets = (0..<4).map { _ in
            socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
                0
            )
        }
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = sockets[0]
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isReady else { throw CocoaError(.featureUnsupported) }
        number = UInt16(bigEndian: address.sin_port)
    }

    /// Lets the packets of further connections vanish.
    func fill() {
        var address = Self.address(number)
        for socket in sockets.dropFirst() {
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = unsafe connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    deinit { for socket in sockets { close(socket) } }
}
