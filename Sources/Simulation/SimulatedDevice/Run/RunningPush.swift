// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CFoundationHooks
import Foundation
import Synchronization

/// A push of which an extension in this process holds the content handler.
///
/// It hears of the network and of delays by which an extension works on: `URLSession` and Dispatch
/// say nothing of who calls them, so every push in hand hears of each. An extension's own process
/// has no other code; in the test's process other code is the extension's, too, while a push is in
/// hand.
final class RunningPush: Sendable {
    private struct Entry {
        weak var push: RunningPush?
        /// The device's.
        let owner: ObjectIdentifier
        let security: TransportSecurity
        let stopped: @Sendable (String) -> Void
    }

    private struct State {
        /// The ends of the delays, by a clock that goes on.
        var delays: [ContinuousClock.Instant] = []
        var hasAsked = false
        var isHandedOver = false
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    private static let isHooked: Void = unsafe set_foundation_hooks(
        foundation_hooks(
            allows_transfer: { url in
                unsafe url.map { unsafe RunningPush.allows(String(cString: $0)) } ?? true
            },
            is_delayed: { RunningPush.isDelayed(by: .nanoseconds($0)) }
        )
    )

    private let state = Mutex(State())

    /// A push that begins, and ends with this object.
    ///
    /// - Parameters:
    ///   - owner: The pushes of its device.
    ///   - security: Which connections the extension may have.
    ///   - stopped: Hears of a URL that it may not ask for.
    init(
        of owner: RunningPushes,
        allowing security: TransportSecurity,
        stopped: @escaping @Sendable (String) -> Void
    ) {
        _ = Self.isHooked
        let entry = Entry(
            push: self,
            owner: ObjectIdentifier(owner),
            security: security,
            stopped: stopped
        )
        Self.entries.withLock { $0[ObjectIdentifier(self)] = entry }
    }

    deinit {
        // What the entry holds may go with it, and tell: not while the lock is held.
        let entry = Self.entries.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        withExtendedLifetime(entry) {}
    }

    /// The push was handed over: a URL that is asked for now is no part of it.
    func handOver() {
        state.withLock { $0.isHandedOver = true }
    }

    /// Whether a URL was asked for while it was in hand.
    var hasAsked: Bool { state.withLock(\.hasAsked) }

    /// The time until the next delay ends that began while it was in hand.
    var nextDelay: Duration? {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.delays.removeAll { $0 <= now }
            return state.delays.min().map { now.duration(to: $0) }
        }
    }

    private var isHandedOver: Bool { state.withLock(\.isHandedOver) }

    private static func allows(_ url: String) -> Bool {
        let all = entries.withLock { Array($0.values) }
        for entry in all { entry.push?.state.withLock { $0.hasAsked = true } }
        let inHand = all.filter { $0.push?.isHandedOver == false }
        guard !inHand.isEmpty, !inHand.contains(where: { $0.security.allows(url) }) else {
            return true
        }
        // Of several devices, as in tests that run at once, none is known to have asked.
        if Set(inHand.map(\.owner)).count == 1 { for entry in inHand { entry.stopped(url) } }
        return false
    }

    private static func isDelayed(by delay: Duration) {
        guard delay > .zero, delay < .seconds(600) else { return }
        let now = ContinuousClock.now
        for push in entries.withLock({ $0.values.compactMap(\.push) }) {
            push.state.withLock { state in
                state.delays.removeAll { $0 <= now }
                state.delays.append(now.advanced(by: delay))
            }
        }
    }
}

/// The pushes of one device that an extension in this process has in hand.
final class RunningPushes: Sendable {
    private struct Member {
        weak var push: RunningPush?
    }

    private let members = Mutex<[Member]>([])

    func add(_ push: RunningPush) {
        members.withLock { members in
            members.removeAll { $0.push == nil }
            members.append(Member(push: push))
        }
    }

    /// Whether the extension has asked for a URL.
    var hasAsked: Bool { all.contains(where: \.hasAsked) }

    /// The time until the next delay of the extension ends.
    var nextDelay: Duration? { all.compactMap(\.nextDelay).min() }

    private var all: [RunningPush] { members.withLock { $0.compactMap(\.push) } }
}
