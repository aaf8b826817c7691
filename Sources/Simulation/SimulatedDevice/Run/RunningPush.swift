// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CFoundationHooks
import Foundation
import Synchronization

/// A push that an extension in this process has been given.
///
/// It decides about plain http, and hears of delays by which the extension works on. `URLSession`
/// says nothing of who calls it, and Dispatch only by the task, so in the test's process other code
/// is the extension's, too, until the push is over. An extension's own process has no other code,
/// and the rules of the last Info.plist hold there at any time.
final class RunningPush: Sendable {
    /// The push that the current task deals with.
    @TaskLocal static var current: RunningPush?

    private struct Entry {
        weak var push: RunningPush?
        /// The device's.
        let owner: ObjectIdentifier
        /// Until the push is over.
        var security: TransportSecurity?
        /// Until it is handed over; it holds what is told of the push.
        var stopped: (@Sendable (String) -> Void)?
    }

    private struct Process {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// What holds whether or not a push is there.
        var security: TransportSecurity?
        /// Hears of each delay in the extension's own process.
        var delayed: (@Sendable (Duration) -> Void)?
    }

    private static let process = Mutex(Process())
    private static let isHooked: Void = unsafe set_foundation_hooks(
        foundation_hooks(
            allows_transfer: { url in
                unsafe url.map { unsafe RunningPush.allows(String(cString: $0)) } ?? true
            },
            is_delayed: { RunningPush.isDelayed(by: .nanoseconds($0)) },
            // In the test's process tasks of other tests sleep, too.
            is_sleeping: { nanoseconds in
                RunningPush.process.withLock(\.delayed)?(.nanoseconds(nanoseconds))
            }
        )
    )

    /// Has all delays of the extension's own process told, of sleeping tasks among them.
    static func tellDelays(to listener: @escaping @Sendable (Duration) -> Void) {
        _ = isHooked
        process.withLock { $0.delayed = listener }
    }

    private let delays = Mutex(PendingDelays())

    /// A push that begins.
    ///
    /// - Parameters:
    ///   - owner: The pushes of its device.
    ///   - security: Which connections the extension may have.
    ///   - isAlone: Whether this is the extension's own process, which keeps them when it ends.
    ///   - stopped: Hears of a URL that it may not ask for.
    init(
        of owner: RunningPushes,
        allowing security: TransportSecurity,
        isAlone: Bool,
        stopped: @escaping @Sendable (String) -> Void
    ) {
        _ = Self.isHooked
        let entry = Entry(
            push: self,
            owner: ObjectIdentifier(owner),
            security: security,
            stopped: stopped
        )
        Self.process.withLock { process in
            process.entries[ObjectIdentifier(self)] = entry
            if isAlone { process.security = security }
        }
    }

    deinit {
        change { $0 = nil }
    }

    /// The push was handed over: a URL that is stopped now is told no more.
    func handOver() {
        change { $0?.stopped = nil }
    }

    /// The push is over: it stops nothing any more.
    func end() {
        change { entry in
            entry?.security = nil
            entry?.stopped = nil
        }
    }

    private func change(_ body: (inout Entry?) -> Void) {
        // What the entry holds may go with it, and tell: not while the lock is held.
        let earlier = Self.process.withLock { process in
            let earlier = process.entries[ObjectIdentifier(self)]
            body(&process.entries[ObjectIdentifier(self)])
            return earlier
        }
        withExtendedLifetime(earlier) {}
    }

    /// The time until the next delay ends that began after it did.
    var nextDelay: Duration? { delays.withLock { $0.next() } }

    private static func allows(_ url: String) -> Bool {
        let (all, security) = process.withLock { (Array($0.entries.values), $0.security) }
        let rules = security.map { [$0] } ?? all.compactMap(\.security)
        guard !rules.isEmpty, !rules.contains(where: { $0.allows(url) }) else { return true }
        // Of several devices, as in tests that run at once, none is known to have asked.
        let inHand = all.filter { $0.stopped != nil }
        if Set(inHand.map(\.owner)).count == 1 { for entry in inHand { entry.stopped?(url) } }
        return false
    }

    private static func isDelayed(by delay: Duration) {
        if let delayed = process.withLock(\.delayed) { return delayed(delay) }
        let pushes =
            current.map { [$0] } ?? process.withLock { $0.entries.values.compactMap(\.push) }
        for push in pushes { push.delays.withLock { $0.add(delay) } }
    }
}

/// The pushes of one device that an extension in this process has been given.
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

    /// The time until the next delay of the extension ends.
    var nextDelay: Duration? {
        members.withLock { $0.compactMap(\.push) }.compactMap(\.nextDelay).min()
    }
}
