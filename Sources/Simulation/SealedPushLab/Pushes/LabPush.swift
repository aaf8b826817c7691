// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushFindings
import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs
import SimulatedDevice

/// A push that came to the lab's push service, and what became of it so far.
struct LabPush: Sendable {
    let number: Int
    let record: PushRecord
    /// The phone whose token it was for.
    let phone: String?
    /// The app whose token it was for.
    let app: String?
    /// Whether the phone is done with it, or will never get it.
    var isSettled = true
    var findings: [Finding] = []
    /// What the extension of a store was about to do with it, an object of JSON.
    var explanation: [UInt8]?
    /// What the phone did, written once it was known.
    var report: Written?

    /// A report as JSON, which takes less than its values.
    struct Written: Sendable {
        let json: [UInt8]
        let outcome: String
        /// The lines that the phone shows.
        let lines: [String]
    }

    init(number: Int, _ record: PushRecord, phone: String?, app: String?) {
        self.number = number
        self.record = record
        self.phone = phone
        self.app = app
    }

    /// The `apns-id`.
    var id: String { record.id.text }

    var topic: String? { record.request["apns-topic"] }

    /// `accepted`, `refused` or `notSeen`.
    var outcome: String {
        switch record.outcome {
        case .accepted, .channel: "accepted"
        case .refused: "refused"
        case .notSeen: "notSeen"
        }
    }

    var reason: APNsReason? {
        if case .refused(let reason) = record.outcome { reason } else { nil }
    }

    /// The status that was answered, if there was an answer.
    var status: Int? {
        switch record.fault {
        case .answer(let status, _): return status
        case .refusal(let reason, _, _): return reason.status
        case .reset, .drop, .silence: return nil
        case .goAway(_, _, .before): return nil
        default: break
        }
        switch record.outcome {
        case .accepted: return 200
        case .channel(let act): return act.status
        case .refused(let reason): return reason.status
        case .notSeen: return nil
        }
    }

    /// What the push service did with it.
    var fate: String? {
        guard case .accepted(_, let fate) = record.outcome else { return nil }
        return switch fate {
        case .delivered: "delivered"
        case .stored: "stored"
        case .discarded: "discarded"
        }
    }

    /// What a list shows of it: the lines on the phone, or those of the payload's alert.
    var lines: [String] {
        let lines = report?.lines ?? []
        if !lines.isEmpty { return lines }
        guard let root = try? JSONDocument(reading: record.request.body).root,
            let alert = root["aps"]?["alert"]
        else { return [] }
        if let text = alert.string { return [text] }
        return ["title", "subtitle", "body"].compactMap { alert[$0]?.string }.filter { !$0.isEmpty }
    }

    /// The push as rules judge it.
    func sent(to environment: PushEnvironment) -> SentPush {
        var sent = SentPush(record.request)
        sent.environment = environment
        sent.time = record.date
        switch record.outcome {
        case .accepted, .channel: sent.answer = .accepted
        case .refused(let reason): sent.answer = .refused(reason)
        case .notSeen: break
        }
        return sent
    }
}

extension ChannelAct {
    /// The status that is answered.
    fileprivate var status: Int {
        switch self {
        case .created: 201
        case .deleted: 204
        case .read, .listed, .broadcast: 200
        }
    }
}
