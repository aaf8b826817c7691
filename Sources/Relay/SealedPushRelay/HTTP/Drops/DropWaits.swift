// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import SealedPush
package import ServerStore
import Synchronization

/// The requests that wait for a drop.
///
/// A drop that another server takes is found within a second, by one query for all that wait.
package final class DropWaits: Sendable {
    private let store: any RelayStore
    private let limit: Int
    private let time: WorkerTime
    private let state = Mutex(State())
    private let begun = Signal()
    private let gauge = Gauge(label: "relay_drop_waits")

    /// How many wait of one network at most.
    package static let perNetwork = 64
    /// How long one waits at most.
    package static let longest: Duration = .seconds(25)
    /// How far apart the queries are.
    private static let interval: Duration = .seconds(1)

    /// A request, until it is answered.
    private final class Wait: Sendable {
        let drop: Capability.Digest
        let network: NetworkPrefix
        private let signal = Signal()
        private let answer = Mutex<Answer?>(nil)

        init(for drop: Capability.Digest, from network: NetworkPrefix) {
            self.drop = drop
            self.network = network
        }

        /// Ends it; the first end counts.
        func end(_ end: Answer) {
            answer.withLock { $0 = $0 ?? end }
            signal.raise()
        }

        func end(within limit: Duration, by time: WorkerTime) async -> Answer {
            await signal.wait(upTo: limit, by: time)
            return answer.withLock(\.self) ?? .nothing
        }
    }

    private struct State {
        var waits: [Capability.Digest: [Wait]] = [:]
        var networks: [NetworkPrefix: Int] = [:]
        var count = 0
    }

    /// What a request that may wait is answered.
    enum Answer: Hashable, Sendable {
        case box([UInt8])
        case nothing
        /// There is nothing, and it could not wait as long as it asked for.
        case noRoom
    }

    /// - Parameters:
    ///   - store: Where the drops are.
    ///   - limit: How many wait at most.
    ///   - time: The monotonic time.
    package init(
        store: any RelayStore,
        limit: Int,
        time: WorkerTime = WorkerTime(ContinuousClock())
    ) {
        self.store = store
        self.limit = limit
        self.time = time
    }

    /// How many wait.
    var count: Int { state.withLock(\.count) }

    /// Looks for what another server has taken, until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            await begun.wait()
            while !Task.isCancelled, state.withLock({ $0.count > 0 }) {
                await time.sleep(Self.interval)
                await look()
            }
        }
    }

    private func look() async {
        let drops = state.withLock { Array($0.waits.keys) }
        // A database that does not answer is asked again.
        guard let boxes = try? await store.boxes(of: drops) else { return }
        for (drop, box) in zip(drops, boxes) { if let box { wake(drop, box) } }
    }

    /// Answers those that wait for a drop.
    func wake(_ drop: Capability.Digest, _ box: [UInt8]) {
        for wait in state.withLock({ $0.waits[drop] ?? [] }) { wait.end(.box(box)) }
    }

    /// Gives the box of a drop, and waits for it if it is not there.
    ///
    /// - Parameters:
    ///   - drop: The digest of its id.
    ///   - network: Where the request comes from.
    ///   - length: How long it waits at most.
    ///   - suspended: Is told that it waits, and gets what ends that.
    /// - Returns: What it is answered.
    /// - Throws: ``ServerStoreError``.
    func box(
        of drop: Capability.Digest,
        from network: NetworkPrefix,
        within length: Duration,
        suspended: (Suspension) -> Void
    ) async throws(ServerStoreError) -> Answer {
        // It waits before it looks, so that it misses nothing in between.
        let wait = length > .zero ? begin(drop, network) : nil
        defer { if let wait { end(wait) } }
        if let box = try await store.boxes(of: [drop]).first ?? nil { return .box(box) }
        guard let wait else { return length > .zero ? .noRoom : .nothing }
        suspended(Suspension { wait.end(.noRoom) })
        return await wait.end(within: length, by: time)
    }

    /// Counts a request, unless as many wait as may.
    private func begin(_ drop: Capability.Digest, _ network: NetworkPrefix) -> Wait? {
        let wait = Wait(for: drop, from: network)
        let count: Int? = state.withLock { state in
            let ofNetwork = state.networks[network, default: 0]
            guard state.count < limit, ofNetwork < Self.perNetwork else { return nil }
            state.waits[drop, default: []].append(wait)
            state.networks[network] = ofNetwork + 1
            state.count += 1
            return state.count
        }
        guard let count else { return nil }
        gauge.record(count)
        if count == 1 { begun.raise() }
        return wait
    }

    private func end(_ wait: Wait) {
        let count = state.withLock { state in
            state.waits[wait.drop]?.removeAll { $0 === wait }
            if state.waits[wait.drop]?.isEmpty == true { state.waits[wait.drop] = nil }
            state.networks[wait.network, default: 1] -= 1
            if state.networks[wait.network] == 0 { state.networks[wait.network] = nil }
            state.count -= 1
            return state.count
        }
        gauge.record(count)
    }
}
