// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import Synchronization

/// Something in a lab that has changed.
enum LabEvent: Sendable, Hashable {
    /// A push has come, or more is known of it; the phone, if its token is one's.
    case push(number: Int, phone: String?)
    /// A phone, or what it shows, or it is gone.
    case phone(String)
    /// Pushes were forgotten.
    case pushes
    /// Pictures went.
    case files

    /// The event as a stream of server-sent events has it.
    var text: String {
        "event: \(name)\ndata: \(String(decoding: data, as: UTF8.self))\n\n"
    }

    private var name: String {
        switch self {
        case .push: "push"
        case .phone: "phone"
        case .pushes: "pushes"
        case .files: "files"
        }
    }

    private var data: [UInt8] {
        JSONWriter.object { object in
            switch self {
            case .push(let number, let phone):
                object.add("number", number)
                if let phone { object.add("phone", phone) }
            case .phone(let id): object.add("phone", id)
            case .pushes, .files: break
            }
        }
    }
}

/// Tells listeners what changes, each as far as it keeps up.
final class EventHub: Sendable {
    /// The most listeners of streams at once.
    static let listenerLimit = 100
    /// How many events wait for a listener; one that is slower has its stream ended.
    static let backlog = 1000
    /// How long nothing may happen until a listener is told that.
    static let interval = Duration.seconds(15)

    private struct State {
        var listeners: [Int: AsyncStream<LabEvent?>.Continuation] = [:]
        /// Those that only want to know that there was something.
        var waiters: [Int: AsyncStream<LabEvent>.Continuation] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// Tells all of them.
    func tell(_ event: LabEvent) {
        let slow = state.withLock { state in
            var slow: [AsyncStream<LabEvent?>.Continuation] = []
            for (number, listener) in state.listeners {
                guard case .dropped = listener.yield(event) else { continue }
                slow.append(listener)
                state.listeners[number] = nil
            }
            for waiter in state.waiters.values { waiter.yield(event) }
            return slow
        }
        // An end is told at once, and takes the lock.
        for listener in slow { listener.finish() }
    }

    /// All events from now on, until the listener is too slow or the lab ends, and nil now and then;
    /// no stream if there are too many listeners.
    func listen() -> AsyncStream<LabEvent?>? {
        let (stream, continuation) = AsyncStream<LabEvent?>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.backlog)
        )
        let number = state.withLock { state -> Int? in
            guard state.listeners.count < Self.listenerLimit, !state.isOver else { return nil }
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
        }
        guard let number else { return nil }
        let ticker = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                continuation.yield(nil)
            }
        }
        continuation.onTermination = { [weak self] _ in
            ticker.cancel()
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Waits until `condition` gives something, which is asked after each change, or the time is
    /// over.
    func wait<Value: Sendable>(
        within limit: Duration,
        until condition: @escaping @Sendable () -> Value?
    ) async -> Value? {
        let (stream, continuation) = AsyncStream<LabEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state in
            state.last += 1
            if state.isOver { continuation.finish() }
            state.waiters[state.last] = continuation
            return state.last
        }
        defer { _ = state.withLock { $0.waiters.removeValue(forKey: number) } }
        if let value = condition() { return value }
        // What an extension does by itself tells nothing, and is looked for.
        let end = ContinuousClock.now + limit
        let ticker = Task {
            while !Task.isCancelled, ContinuousClock.now < end {
                try? await Task.sleep(until: min(end, ContinuousClock.now + .milliseconds(200)))
                continuation.yield(.files)
            }
            continuation.finish()
        }
        defer { ticker.cancel() }
        for await _ in stream {
            if let value = condition() { return value }
        }
        return condition()
    }

    /// Ends all streams and waits.
    func end() {
        let (listeners, waiters) = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return (Array(state.listeners.values), Array(state.waiters.values))
        }
        for listener in listeners { listener.finish() }
        for waiter in waiters { waiter.finish() }
    }
}
