// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCrypto
import SealedPushLab
import SimulatedAPNs

/// The lines that `apns` prints, as JSON without the line feed.
enum ServerLine {
    /// The first line: where it listens.
    static func listening(port: Int, root: String) -> [UInt8] {
        JSONWriter.object { line in
            line.add("event", "listening")
            line.add("port", port)
            line.add("root", root)
        }
    }

    /// What became of a push.
    static func push(_ record: PushRecord) -> [UInt8] {
        JSONWriter.object { line in
            line.add("event", "push")
            line.add("number", record.number)
            line.add("connection", record.connection)
            line.add("time", record.date.milliseconds)
            line.add("id", record.id.text)
            switch record.outcome {
            case .accepted(let push, let fate):
                line.add("outcome", "accepted")
                add(fate, to: &line)
                add(push, to: &line)
            case .channel(let act):
                line.add("outcome", "accepted")
                add(act, to: &line)
            case .refused(let reason):
                line.add("outcome", "refused")
                line.add("status", reason.status)
                line.add("reason", reason.rawValue)
            case .notSeen: line.add("outcome", "notSeen")
            }
            if let fault = record.fault { line.add("fault", FaultName(fault).rawValue) }
            if record.latency > .zero {
                let (seconds, attoseconds) = record.latency.components
                line.add("latency", seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            }
        }
    }

    /// The last line: how much there was.
    static func stopped(_ counts: ServerCounts) -> [UInt8] {
        JSONWriter.object { line in
            line.add("event", "stopped")
            line.add("connections", counts.connections)
            line.add("requests", counts.requests)
            line.add("accepted", counts.accepted)
            line.object("refused") { refused in
                for (reason, count) in counts.refused.sorted(by: {
                    $0.0.rawValue < $1.0.rawValue
                }) {
                    refused.add(reason.rawValue, count)
                }
            }
            line.add("faults", counts.faults)
        }
    }

    private static func add(_ fate: PushFate, to line: inout JSONWriter.Object) {
        switch fate {
        case .delivered: line.add("fate", "delivered")
        case .discarded: line.add("fate", "discarded")
        case .stored(let replaced, let isCollapsed):
            line.add("fate", "stored")
            if let replaced { line.add("replaces", replaced.text) }
            if isCollapsed { line.add("collapsed", true) }
        }
    }

    private static func add(_ act: ChannelAct, to line: inout JSONWriter.Object) {
        switch act {
        case .created(let channel): add("created", channel, to: &line)
        case .read(let channel): add("read", channel, to: &line)
        case .deleted(let channel): add("deleted", channel, to: &line)
        case .listed: line.add("act", "listed")
        case .broadcast(let push):
            add("broadcast", push.channel, to: &line)
            line.add("topic", push.bundleID)
            line.add("priority", push.priority)
            line.add("expiration", push.expiration)
            line.add("payload", Hex.encode(push.payload.span))
        }
    }

    private static func add(
        _ act: String,
        _ channel: APNsChannel,
        to line: inout JSONWriter.Object
    ) {
        line.add("act", act)
        line.add("channel", channel.id)
    }

    private static func add(_ push: AcceptedPush, to line: inout JSONWriter.Object) {
        line.add("token", push.token.text)
        line.add("device", push.registration.device)
        line.add("topic", push.topic)
        if let type = push.type { line.add("type", type.rawValue) }
        line.add("priority", push.priority)
        if let expiration = push.expiration { line.add("expiration", expiration) }
        if let collapseID = push.collapseID { line.add("collapseID", collapseID) }
        // The exact bytes, whatever they are.
        line.add("payload", Hex.encode(push.payload.span))
    }
}
