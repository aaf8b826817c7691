// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PostgreSQLServer
import SealedPush
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct PostedCallsTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    @Test func `a call that waited too long takes no other with it`() async throws {
        // The second call has as much on a busy machine.
        let limit: Duration = .seconds(10)
        try await PostgreSQLRelayStore.with(address, timeLimit: limit) { store in
            let endpoint = try await store.newEndpoint()
            let (late, prompt) = (try Submission(1, to: endpoint), try Submission(2, to: endpoint))
            let held = await HeldWriter(of: store)
            let refused = Task { try await store.accept([late]) }
            await held.waits(for: 1)
            try await Task.sleep(for: limit)
            let accepted = Task { try await store.accept([prompt]) }
            await held.letGo(after: 2)
            await #expect(throws: ServerStoreError.unavailable) { try await refused.value }
            #expect(try await accepted.value == [.queued])
        }
    }

    @Test func `a call that fails undoes nothing of the calls that share its commit`() async throws
    {
        try await PostgreSQLRelayStore.with(address) { store in
            let endpoint = try await store.newEndpoint()
            // Another envelope under the name of one that is there.
            let (first, failing) = (
                try Submission(1, to: endpoint), try Submission(1, to: endpoint)
            )
            let other = try Submission(2, to: endpoint)
            #expect(try await store.accept([first]) == [.queued])
            let held = await HeldWriter(of: store)
            let failed = Task { try await store.accept([failing]) }
            let accepted = Task { try await store.accept([other]) }
            await held.letGo(after: 2)
            await #expect(throws: ServerStoreError.unavailable) { try await failed.value }
            #expect(try await accepted.value == [.queued])
        }
    }

    @Test func `calls that fell out of a commit have no more time than others`() async throws {
        let endpoint = try await PostgreSQLRelayStore.with(address) { try await $0.newEndpoint() }
        let limit: Duration = .seconds(4)
        try await PostgreSQLRelayStore.with(address, timeLimit: limit) { store in
            let messages = try (1...16).map { try Submission(Int64($0), to: endpoint) }
            // The first one fails all that share its commit; each of the others takes long by
            // itself.
            try await onThread { [address] in
                try PostgreSQLConnection.execute(
                    """
                    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        IF NEW.id = 1 THEN RAISE EXCEPTION 'no'; END IF;
                        PERFORM pg_sleep(1.6);
                        RETURN NEW;
                    END $$;
                    CREATE TRIGGER slow BEFORE INSERT ON queue FOR EACH ROW EXECUTE FUNCTION slow()
                    """,
                    at: address
                )
            }
            let held = await HeldWriter(of: store)
            let accepted = await withTaskGroup(of: Bool.self) { group in
                group.addTask { (try? await store.accept([messages[0]])) != nil }
                await held.waits(for: 1)
                for message in messages.dropFirst() {
                    group.addTask { (try? await store.accept([message])) == [.queued] }
                }
                await held.letGo(after: messages.count)
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            // One after the other they would take 24 seconds.
            #expect(accepted < 10)
        }
    }

    @Test func `at most four megabytes of posted messages wait for a commit`() async throws {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 10_000
        limits.queuedPerDevice = 10_000
        limits.acceptedPerDay = 10_000
        try await PostgreSQLRelayStore.with(address, limits: limits, timeLimit: .seconds(300)) {
            store in
            let endpoint = try await store.newEndpoint()
            let calls = try (0..<40).map { call in
                try (0..<100).map { try Submission(Int64(call * 100 + $0 + 1), to: endpoint) }
            }
            let size = calls[0].reduce(0) { $0 + $1.envelope.bytes.count }
            let allowed = SharedCommitLimits().bytes / size
            let beyond = calls.count - allowed
            let held = await HeldWriter(of: store)
            let refused = await withTaskGroup(of: Bool.self) { group in
                for call in calls {
                    group.addTask { (try? await store.accept(call)) != nil }
                }
                // Those beyond the limit are answered while the writer is held.
                var refused = 0
                while refused < beyond, await group.next() == false { refused += 1 }
                await held.letGo(after: allowed)
                return await group.reduce(into: refused) { $0 += $1 ? 0 : 1 }
            }
            #expect(beyond > 5)
            #expect(refused == beyond)
        }
    }

    @Test func `a store that closes ends the call under way and refuses those behind it`()
        async throws
    {
        let store = try await PostgreSQLRelayStore.open(address, timeLimit: .seconds(20))
        let endpoint = try await store.newEndpoint()
        let message = try Submission(1, to: endpoint)
        let held = await HeldWriter(of: store)
        let waiting = Task { try await store.accept([message]) }
        await held.waits(for: 1)
        let closing = Task { await store.close() }
        await #expect(throws: ServerStoreError.unavailable) { try await waiting.value }
        await held.letGo(after: 0)
        await closing.value
        await #expect(throws: ServerStoreError.unavailable) { try await store.accept([message]) }
        await #expect(throws: ServerStoreError.unavailable) { try await store.now() }
        await #expect(throws: ServerStoreError.unavailable) {
            try await store.write { try $0.reserveIDs() }
        }
        let count = try await PostgreSQLRelayStore.with(address) { store in
            try await store.number("SELECT count(*) AS number FROM queue")
        }
        #expect(count == 0)
    }
}

/// Keeps the connection that accepts busy, so that calls wait for the next commit.
///
/// It blocks the connection's own thread; a thread of Swift's is never blocked, as there may be
/// two.
private final class HeldWriter: Sendable {
    private let store: PostgreSQLRelayStore
    private let semaphore = DispatchSemaphore(value: 0)

    init(of store: PostgreSQLRelayStore) async {
        self.store = store
        let semaphore = semaphore
        await withCheckedContinuation { continuation in
            store.writer.run { _ in
                continuation.resume()
                semaphore.wait()
            }
        }
    }

    func waits(for count: Int) async {
        while store.waitingCount < count { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Lets the connection go when this many calls wait.
    func letGo(after count: Int) async {
        await waits(for: count)
        semaphore.signal()
    }
}
