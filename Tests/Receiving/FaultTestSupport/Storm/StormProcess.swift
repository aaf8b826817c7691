// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
package import SealedPush
package import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
package import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of a storm: the app, or one of the extensions.
///
/// It notes in a file of its own what it begins and what it hands over, each before it goes on, so
/// that a later process knows where it was killed:
///
///     begin STEP
///     new PUSH, quiet PUSH, deferred PUSH, repeat PUSH
///     failed PUSH ERROR
///     slowest MILLISECONDS
package struct StormProcess {
    private let root: String
    private let plan: StormPlan
    private let store: RecordStore
    private let receiver: NotificationReceiver
    private let log: Int32

    /// Opens the storm in `root` as the process with this number; the app is the one after the last
    /// extension.
    package init(
        in root: String,
        plan: StormPlan,
        number: Int,
        files: any StoreFileSystem
    ) throws {
        self.root = root
        self.plan = plan
        let key = StoreKeySource.file(root + Scene.key)
        store = try RecordStore.open(at: root + Scene.phone, key: key, files: files)
        receiver = try NotificationReceiver(store: store)
        let path = Self.log(of: number, in: root)
        log = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    /// Where a process notes what it does.
    package static func log(of number: Int, in root: String) -> String { "\(root)/log-\(number)" }

    /// Where a push lies.
    package static func push(_ number: Int, in root: String) -> String {
        "\(root)/pushes/\(number)"
    }

    private func note(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(log, $0.baseAddress, $0.count) }
    }

    private func measuring(_ slowest: inout Duration, _ body: () throws -> Void) rethrows {
        let time = try ContinuousClock().measure(body)
        slowest = max(slowest, time)
    }

    private func noteEnd(_ slowest: Duration) {
        let (seconds, attoseconds) = slowest.components
        note("slowest \(seconds * 1000 + attoseconds / 1_000_000_000_000_000)")
        close(log)
    }

    // MARK: - Extensions

    /// Does what the extension with this number is given, from a place on.
    package func receive(as number: Int, from first: Int) throws {
        let deliveries = plan.deliveries(to: number)
        var slowest = Duration.zero
        for (step, delivery) in deliveries.enumerated().dropFirst(first) {
            note("begin \(step)")
            let path = Self.push(delivery.push, in: root)
            let payload = try POSIXFileSystem().contents(of: path, upTo: 1 << 14)
            let now = plan.moment(ofStep: step, of: deliveries.count)
            measuring(&slowest) {
                if delivery.isLocked {
                    keep(payload, delivery.push, at: now)
                } else {
                    show(receiver.receive(payload, now: now), delivery.push, at: now)
                }
            }
        }
        noteEnd(slowest)
    }

    private func keep(_ payload: [UInt8], _ push: Int, at now: Timestamp) {
        let deferral = NotificationDeferral(storeAt: root + Scene.phone)
        switch deferral.keep(payload, now: now).outcome {
        case .deferred: note("deferred \(push)")
        // A one-time prekey whose message was opened by another process.
        case .failed(.refused(.unknownPrekey)): note("repeat \(push)")
        // As many wait as may: it is opened after all, as if the device had been unlocked now.
        case .failed(.deferralFull): show(receiver.receive(payload, now: now), push, at: now)
        case .failed(let error): note("failed \(push) \(error)")
        default: note("failed \(push) deferred otherwise")
        }
    }

    /// Hands a message over: that is noted, and then the claim may give up its content.
    private func show(_ received: ReceivedNotification, _ push: Int, at now: Timestamp) {
        switch received.outcome {
        case .opened: note("new \(push)")
        case .recovered: note("quiet \(push)")
        case .failed(.refused(.replayed)): return note("repeat \(push)")
        case .failed(let error): return note("failed \(push) \(error)")
        case .deferred: return note("failed \(push) shown otherwise")
        }
        do {
            try receiver.complete(received, now: now)
        } catch {
            note("failed \(push) \(error)")
        }
    }

    // MARK: - App

    /// Does what the app does, from a place on.
    package func run(from first: Int) throws {
        let steps = plan.appSteps
        var slowest = Duration.zero
        for (index, step) in steps.enumerated().dropFirst(first) {
            note("begin \(index)")
            let now = plan.moment(ofStep: index, of: steps.count)
            measuring(&slowest) {
                do {
                    try take(step, at: now)
                } catch {
                    note("failed -1 \(step): \(error)")
                }
            }
        }
        noteEnd(slowest)
    }

    /// Shows all that is still to be shown, when everybody else has ended.
    package func showRest() throws {
        let end = plan.moment(ofStep: 1, of: 1)
        try take(.deliverDeferred, at: end)
        try take(.recover, at: end)
        close(log)
    }

    private func take(_ step: StormPlan.AppStep, at now: Timestamp) throws {
        let book = ContactBook(store)
        switch step {
        case .name(let contact, let name):
            try book.add(name: name, identity: Self.contact(contact, in: root))
        case .decide(let contact, let isBlocked):
            let status = ContactStatus(trust: isBlocked ? .blocked : .verified)
            do throws(ContactError) {
                try book.setStatus(status, of: Self.contact(contact, in: root))
            } catch .unknownContact {
                // Removed before.
            }
        case .remove(let contact):
            try book.remove(identity: Self.contact(contact, in: root))
        case .maintain:
            try maintain(at: now)
        case .recover:
            let found = try receiver.recoverUnfinished(now: now)
            for failure in found.failures { note("failed -1 recovering: \(failure)") }
            for received in found.notifications {
                guard let push = Self.number(of: received) else { continue }
                show(received, push, at: now)
            }
        case .deliverDeferred:
            let report = try receiver.deliverDeferred(
                now: { now },
                handOver: { received in
                    guard let push = Self.number(of: received) else { return }
                    note(received.outcome == .opened ? "new \(push)" : "quiet \(push)")
                }
            )
            for failure in report.failures { note("failed -1 delivering: \(failure)") }
        }
    }

    private func maintain(at now: Timestamp) throws {
        let keys = try DeviceKeys(in: store, keeping: Bench.few)
        let report = try keys.maintain(at: now)
        for failure in report.failures { note("failed -1 maintaining: \(failure)") }
        try keys.acknowledge(keys.offer(at: now), at: now)
    }

    /// The body of each message is its number.
    private static func number(of received: ReceivedNotification) -> Int? {
        Int(received.content.body)
    }

    /// The identity of a contact that the app edits.
    package static func contact(_ number: Int, in root: String) throws(ContactError)
        -> SenderIdentity
    {
        let path = "\(root)/contacts/\(number)"
        guard let bytes = try? POSIXFileSystem().contents(of: path, upTo: 64),
            let identity = try? SenderIdentity(reading: bytes.span)
        else { throw .unknownContact }
        return identity
    }
}
