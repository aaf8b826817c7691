// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import SealedPushCoding
package import ServerStore
import Synchronization

/// The connections of a server: how many there are, and which one makes room for another.
///
/// If there are as many as may be, the one closes whose request has been suspended longest, of the
/// same network or of all; without one, the one that has kept the server waiting longest. So idle,
/// slow and patient clients keep none out. If each of them has a request that is being answered, a
/// new one is told that the server is full.
package final class ConnectionBook: Sendable {
    package let limits: ConnectionLimits
    private let state: Mutex<State>
    private let time: WorkerTime
    private let gauge: Gauge
    private let closed: Counter
    private let refused: Counter

    /// - Parameters:
    ///   - limits: The limits.
    ///   - listener: Whose connections they are, in metrics.
    ///   - time: The monotonic time.
    package init(
        _ limits: ConnectionLimits,
        of listener: String = "clients",
        time: WorkerTime = WorkerTime(ContinuousClock())
    ) {
        self.limits = limits
        self.time = time
        state = Mutex(State(limits))
        let dimensions = [("listener", listener)]
        gauge = Gauge(label: "relay_connections", dimensions: dimensions)
        closed = Counter(label: "relay_connections_closed_for_others", dimensions: dimensions)
        refused = Counter(label: "relay_connections_refused", dimensions: dimensions)
    }

    /// How many connections there are.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Whether a connection was refused within the last minute.
    package var isFull: Bool {
        let now = time.now()
        return state.withLock { state in state.lastRefusal.map { now - $0 < .minutes(1) } ?? false }
    }

    /// Enters a connection, which may close another one.
    ///
    /// - Parameters:
    ///   - network: Where it comes from; nil if it counts for none.
    ///   - close: Closes it for another one; called from any thread, and may be called after its
    ///     end.
    /// - Returns: Its number; nil if there is no room for it.
    func open(from network: NetworkPrefix?, close: @escaping @Sendable () -> Void) -> Int? {
        let now = time.now()
        let (number, left, count) = state.withLock { state in
            let (number, left) = state.open(from: network, close: close)
            if number == nil { state.lastRefusal = now }
            return (number, left, state.entries.count)
        }
        for close in left { close() }
        closed.increment(by: left.count)
        if number == nil { refused.increment() }
        gauge.record(count)
        return number
    }

    /// Whose turn it is on a connection.
    enum Turn: Hashable, Sendable {
        /// A request is being answered: the connection stays.
        case server
        /// The server waits for the client.
        case client
        /// Both wait for something that may never come: the connection makes room before others.
        case neither
    }

    /// Notes whose turn it is.
    func note(_ number: Int, _ turn: Turn) {
        state.withLock { $0.note(number, turn) }
    }

    /// Crosses a connection out.
    func close(_ number: Int) {
        gauge.record(
            state.withLock { state in
                state.remove(number)
                return state.entries.count
            }
        )
    }
}

// MARK: - Order

extension ConnectionBook {
    private struct Entry {
        let network: NetworkPrefix?
        let close: @Sendable () -> Void
        /// Since when it may be closed for another one, as a number that grows; nil if it stays.
        var since: Int?
    }

    private struct Network {
        var count = 0
        var lines = Lines()
    }

    private struct State {
        let limits: ConnectionLimits
        var entries: [Int: Entry] = [:]
        var lastRefusal: Duration?
        private var networks: [NetworkPrefix: Network] = [:]
        private var lines = Lines()
        private var last = 0

        init(_ limits: ConnectionLimits) { self.limits = limits }

        mutating func open(
            from network: NetworkPrefix?,
            close: @escaping @Sendable () -> Void
        ) -> (number: Int?, left: [@Sendable () -> Void]) {
            var left: [@Sendable () -> Void] = []
            if let network, networks[network]?.count ?? 0 >= limits.perNetwork {
                let first = networks[network]?.lines.popFirst(of: entries)
                guard let first, let entry = remove(first) else { return (nil, left) }
                left.append(entry.close)
            }
            if entries.count >= limits.total {
                guard let first = lines.popFirst(of: entries), let entry = remove(first) else {
                    return (nil, left)
                }
                left.append(entry.close)
            }
            last += 1
            let number = last
            entries[number] = Entry(network: network, close: close)
            if let network { networks[network, default: Network()].count += 1 }
            note(number, .client)
            return (number, left)
        }

        mutating func note(_ number: Int, _ turn: Turn) {
            guard let entry = entries[number] else { return }
            guard turn != .server else {
                entries[number]?.since = nil
                return
            }
            last += 1
            entries[number]?.since = last
            let place = Place(number: number, since: last)
            lines.append(place, isSuspended: turn == .neither, of: entries, count: entries.count)
            guard let network = entry.network, let count = networks[network]?.count else { return }
            networks[network]?.lines.append(
                place,
                isSuspended: turn == .neither,
                of: entries,
                count: count
            )
        }

        @discardableResult
        mutating func remove(_ number: Int) -> Entry? {
            guard let entry = entries.removeValue(forKey: number) else { return nil }
            if let network = entry.network {
                networks[network]?.count -= 1
                if networks[network]?.count == 0 { networks[network] = nil }
            }
            return entry
        }
    }

    private struct Place {
        let number: Int
        let since: Int
    }

    /// Those that are suspended, and behind them those of which it is the client's turn.
    private struct Lines {
        private var suspended = Line()
        private var waiting = Line()

        mutating func append(
            _ place: Place,
            isSuspended: Bool,
            of entries: [Int: Entry],
            count: Int
        ) {
            if isSuspended {
                suspended.append(place, of: entries, count: count)
            } else {
                waiting.append(place, of: entries, count: count)
            }
        }

        mutating func popFirst(of entries: [Int: Entry]) -> Int? {
            suspended.popFirst(of: entries) ?? waiting.popFirst(of: entries)
        }
    }

    /// Connections in the order in which they came to it; it also holds places that are not valid
    /// any more, fewer than there are valid ones.
    private struct Line {
        private var places: [Place] = []
        private var start = 0

        mutating func append(_ place: Place, of entries: [Int: Entry], count: Int) {
            places.append(place)
            guard places.count > 64 + 2 * count else { return }
            places.removeAll { entries[$0.number]?.since != $0.since }
            start = 0
        }

        mutating func popFirst(of entries: [Int: Entry]) -> Int? {
            while start < places.count {
                let place = places[start]
                start += 1
                if entries[place.number]?.since == place.since { return place.number }
            }
            return nil
        }
    }
}
