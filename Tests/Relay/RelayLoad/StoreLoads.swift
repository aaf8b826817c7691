// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushRelay
import Synchronization

/// Senders that post one message each time, as fast as each is durable.
struct AcceptLoad {
    let store: any RelayStore
    let senders: Int

    func measure(for time: Duration) async throws -> RelayLoad.Result {
        let endpoints = try await LoadDevices(in: store).register().map(\.endpoint)
        let start = ContinuousClock.now
        let ids = Counter()
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < time {
                        let id = Int64(ids.count.add(1, ordering: .relaxed).newValue)
                        let endpoint = endpoints[(sender + count * 7) % endpoints.count]
                        let message = try LoadDevices.submission(id, to: endpoint)
                        guard try await store.accept([message]) == [.queued] else {
                            throw LoadFailure.refused
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return RelayLoad.Result(count: count, since: start)
    }
}

/// Claimants of one-time prekeys, all of one device in turn.
enum ClaimLoad {
    /// Counts claims, and the bytes that the database's log takes for one of a hundred that share
    /// no commit.
    static func measure(
        _ database: LoadDatabase,
        for time: Duration,
        claimants: Int
    ) async throws -> RelayLoad.Result {
        let store = try await database.store()
        let endpoints = try await LoadDevices(in: store).register(prekeys: true).map(\.endpoint)
        try database.checkpoint()
        let before = try database.writtenBytes()
        for endpoint in endpoints.prefix(100) {
            _ = try await store.write { try $0.claim(for: endpoint) }
        }
        let bytes = Double(try database.writtenBytes() - before) / 100
        let start = ContinuousClock.now
        let claims = try await withThrowingTaskGroup(of: [PrekeyRecord.ID].self) { group in
            for claimant in 0..<claimants {
                group.addTask {
                    var claims: [PrekeyRecord.ID] = []
                    var number = claimant
                    while ContinuousClock.now - start < time {
                        let endpoint = endpoints[number % endpoints.count]
                        if let claim = try await store.write({ try $0.claim(for: endpoint) }) {
                            claims.append(claim.id)
                        }
                        number += 1
                    }
                    return claims
                }
            }
            return try await group.reduce([], +)
        }
        guard Set(claims).count == claims.count else { throw LoadFailure.refused }
        var result = RelayLoad.Result(count: claims.count, since: start)
        result.bytes = bytes
        return result
    }
}

extension RelayLoad.Result {
    init(count: Int, since start: ContinuousClock.Instant) {
        self.count = count
        perSecond = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
