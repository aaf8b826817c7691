// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One run of a receiver in a vector: what it is given and how it must end.
struct VectorOpening {
    /// Where the run is stopped before it has handed over and emptied its claim.
    enum Stop: String {
        case afterClaim, afterErasure
    }

    let expected: String
    let payload: [UInt8]
    let now: Timestamp
    let contacts: [[UInt8]]
    let unknownSenders: UnknownSenderPolicy
    let stop: Stop?
    let prekeyErasedMeanwhile: Bool
    let content: [UInt8]?

    static let members: Set<String> = [
        "expected", "payload", "payloadHex", "now", "contacts", "unknownSenders", "stop",
        "prekeyErasedMeanwhile", "content",
    ]

    init(_ object: VectorObject) throws(VectorFault) {
        expected = try object.string("expected")
        if object.has("payloadHex") {
            try object.lacks("payload")
            payload = try object.bytes("payloadHex")
        } else {
            payload = Array(try object.string("payload").utf8)
        }
        now = try object.moment("now")
        var contacts: [[UInt8]] = []
        for name in try object.strings("contacts") {
            contacts.append(try PublishedKeys.identity(name))
        }
        self.contacts = contacts
        switch try object.string("unknownSenders") {
        case "show": unknownSenders = .showUnverified
        case "refuse": unknownSenders = .refuse
        default: throw VectorFault("unknownSenders is neither show nor refuse")
        }
        if object.has("stop") {
            guard let stop = Stop(rawValue: try object.string("stop")) else {
                throw VectorFault("unknown stop")
            }
            self.stop = stop
        } else {
            stop = nil
        }
        prekeyErasedMeanwhile = try object.flag("prekeyErasedMeanwhile")
        content = object.has("content") ? Array(try object.string("content").utf8) : nil
    }
}
