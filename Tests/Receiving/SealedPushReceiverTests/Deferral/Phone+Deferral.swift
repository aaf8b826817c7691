// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender

extension Phone {
    static let minute = TimeToLive(seconds: 60) ?? .day

    /// A phone that knows its sender.
    static func known() throws -> Phone {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        return phone
    }

    func push(
        _ body: String,
        oneTime: Bool = false,
        at now: Timestamp = Phone.now,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> [UInt8] {
        let json = #"{"aps":{"alert":{"body":"\#(body)"},"sound":"default"}}"#
        return try await seal(json, oneTime: oneTime, at: now, change).payload
    }

    /// Delivers the deferred messages, and returns those that were shown.
    @discardableResult
    func unlock(
        at now: Timestamp = Phone.now
    ) throws -> (shown: [ReceivedNotification], report: Backlog) {
        var shown: [ReceivedNotification] = []
        let report = try receiver()
            .deliverDeferred(
                now: { now },
                handOver: { shown.append($0) }
            )
        return (shown, report)
    }

    /// Whether anything was deferred until now.
    func hadDeferred() throws -> Bool {
        let (shown, report) = try unlock()
        return !shown.isEmpty || !report.refusals.isEmpty
    }

    /// Seals payloads to records of a bundle that is not the device's newest any more.
    func sealAll(
        _ bodies: [String],
        to records: [PrekeyRecord],
        at now: Timestamp
    ) async throws -> [[UInt8]] {
        let bundle = try DeviceBundle(device: keys.identity, records: records)
        let sealer = Sender(keys: server, memory: TransientSenderMemory())
        var pushes: [[UInt8]] = []
        for body in bodies {
            let payload = try Payload(reading: Array(#"{"aps":{"alert":"\#(body)"}}"#.utf8))
            let target = SealingTarget(bundle, recipient: .untracked, topic: topic)
            let sealed = try await sealer.seal(
                sealer.prepare(payload, now: now),
                for: target,
                now: now
            )
            pushes.append(sealed.payload)
        }
        return pushes
    }
}
