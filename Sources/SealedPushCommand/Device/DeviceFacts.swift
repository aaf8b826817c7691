// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushStore

/// What may be shown of a device.
struct DeviceFacts {
    private let identity: String
    private let topic: String
    private let key: StoreKeyKind
    private let access: AccessClass
    private let prekeys: [PrekeyRecord]

    init(
        device: DeviceKeys,
        key: StoreKeyKind,
        access: AccessClass,
        prekeys: [PrekeyRecord]
    ) {
        identity = Hex.encode(device.identity.bytes.span)
        topic = device.topic.text
        self.key = key
        self.access = access
        self.prekeys = prekeys.sorted { first, second in
            let keys = [first, second].map { record in
                [
                    UInt64(record.terms.class.rawValue), UInt64(record.terms.epoch),
                    UInt64(record.suite.rawValue),
                ]
            }
            guard keys[0] == keys[1] else { return keys[0].lexicographicallyPrecedes(keys[1]) }
            return first.id.bytes.lexicographicallyPrecedes(second.id.bytes)
        }
    }

    /// Lines for people: every reusable prekey, and how many one-time ones there are.
    var text: String {
        let oneTime = prekeys.filter { $0.terms.class == .oneTime }
        let reusable = prekeys.filter { $0.terms.class == .reusable }.map { record in
            "prekey     \(record.id)  \(record.suite.name), epoch \(record.terms.epoch),"
                + " until \(TimeText.text(of: record.terms.notAfter))"
        }
        let head = [
            "identity   \(identity)", "topic      \(topic)",
            "store key  \(key.explanation), \(access.explanation)",
        ]
        return (head + reusable + ["one-time   \(oneTime.count) prekeys left"])
            .joined(separator: "\n")
    }

    /// One object with every prekey.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("identity", identity)
            object.add("topic", topic)
            object.add("key", key.rawValue)
            object.add("access", access.rawValue)
            object.array("prekeys") { list in
                for record in prekeys { list.object { Self.write(record, to: &$0) } }
            }
        }
    }

    private static func write(_ record: PrekeyRecord, to object: inout JSONWriter.Object) {
        object.add("id", record.id.description)
        object.add("suite", record.suite.name)
        object.add("class", record.terms.class == .oneTime ? "one-time" : "reusable")
        object.add("epoch", record.terms.epoch)
        object.add("notBefore", record.terms.notBefore.milliseconds)
        object.add("notAfter", record.terms.notAfter.milliseconds)
    }
}
