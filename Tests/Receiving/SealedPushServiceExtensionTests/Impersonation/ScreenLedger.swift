// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedDevice

/// What the phone has shown so far, by whose it was.
struct ScreenLedger {
    /// The time in which a push is to be handed over.
    private static let limit = Duration.seconds(25)

    /// Whose each listed notification is, by identity in hex, and the bytes that say so.
    private var owners: [String: (hex: String, info: [UInt8])] = [:]
    /// Whose each thread is.
    private var threads: [String: String] = [:]

    /// What a push did to others, in words; empty if nothing.
    mutating func faults(
        of report: DeliveryReport,
        by sender: Attacker,
        all: [Attacker],
        _ list: [SimulatedDevice.NotificationGroup]
    ) -> [String] {
        var faults: [String] = []
        let notifications = list.flatMap(\.notifications)
        let listed = Set(notifications.map(\.identifier))
        for (identifier, owner) in owners where owner.hex != sender.hex {
            if !listed.contains(identifier) { faults.append("another's notification is gone") }
        }
        let known = owners
        owners = [:]
        for notification in notifications {
            let info = notification.content.userInfo?.bytes ?? []
            var owner = known[notification.identifier].flatMap { $0.info == info ? $0.hex : nil }
            if owner == nil {
                let text = String(decoding: info, as: UTF8.self)
                owner = all.first { text.contains($0.hex) }?.hex
            }
            guard let owner else { continue }
            owners[notification.identifier] = (owner, info)
            let thread = notification.content.threadIdentifier
            guard !thread.isEmpty else { continue }
            if let first = threads[thread], first != owner {
                faults.append("two senders in one thread: \(thread)")
            }
            threads[thread] = owner
        }
        let times = report.events.reduce(into: (begin: Duration?.none, end: Duration?.none)) {
            switch $1.kind {
            case .received: $0.begin = $1.time
            case .handedOver, .handedOverAtWarning: $0.end = $1.time
            default: break
            }
        }
        if let begin = times.begin, let end = times.end, end - begin > Self.limit {
            faults.append("handed over after \(end - begin)")
        }
        return faults
    }
}
