// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

/// `sealedpush device show`.
struct DeviceShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the device: identity, topic, prekeys and how far each has come.",
        usage: "sealedpush device show --store <dir> [--json] [<options>]",
        discussion: """
            Nothing that is shown is secret.

            \(StoreEffect.nothing)

            Example:
              sealedpush device show --store phone --json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let device = try DeviceKeys(in: store.openDevice())
        let prekeys = try device.prekeys(at: .now)
        let facts = DeviceFacts(
            device: device,
            key: try RecordStore.keyKind(at: store.path),
            access: try RecordStore.accessClass(at: store.path),
            prekeys: prekeys,
            minimumEpoch: try device.minimumEpoch()
        )
        try Console.result(facts.text, json: json ? facts.json : nil)
        // What is damaged was told; anything else may have hidden what is sound.
        if let failure = prekeys.failures.first(where: { $0 != .corrupted }) { throw failure }
    }
}

/// What may be shown of a device; to show it erases nothing (V-14).
struct DeviceFacts {
    private let identity: String
    private let topic: String
    private let key: StoreKeyKind
    private let access: AccessClass
    private let prekeys: [PrekeyListing.Entry]
    private let damaged: Int
    private let minimumEpoch: UInt32

    init(
        device: DeviceKeys,
        key: StoreKeyKind,
        access: AccessClass,
        prekeys: PrekeyListing,
        minimumEpoch: UInt32
    ) {
        identity = Hex.encode(device.identity.bytes.span)
        topic = device.topic.text
        self.key = key
        self.access = access
        self.minimumEpoch = minimumEpoch
        damaged = prekeys.failures.count { $0 == .corrupted }
        self.prekeys = prekeys.prekeys.sorted { first, second in
            let (first, second) = (first.record, second.record)
            let keys = [first, second].map { record in
                [UInt32(record.terms.class.rawValue), record.terms.epoch]
            }
            guard keys[0] == keys[1] else { return keys[0].lexicographicallyPrecedes(keys[1]) }
            return first.id.bytes.lexicographicallyPrecedes(second.id.bytes)
        }
    }

    /// Lines for people: every reusable prekey, and how many one-time ones there are.
    var text: String {
        let oneTime = prekeys.filter { $0.record.terms.class == .oneTime }
        let handedOut = oneTime.count { $0.stage == .handedOut }
        let superseded = oneTime.count { $0.stage == .superseded }
        let reusable = prekeys.filter { $0.record.terms.class == .reusable }.map { prekey in
            "prekey     \(prekey.record.id)"
                + "  epoch \(prekey.record.terms.epoch),"
                + " until \(TimeText.text(of: prekey.record.terms.notAfter)),"
                + " \(prekey.stage.rawValue)"
        }
        let last = [
            "one-time   \(oneTime.count - handedOut - superseded) for the directory,"
                + " \(handedOut) handed out"
                + (superseded == 0 ? "" : ", \(superseded) superseded"),
            "revoked    \(minimumEpoch == 0 ? "none" : "below epoch \(minimumEpoch)")",
        ]
        let head = [
            "identity   \(identity)", "topic      \(topic)",
            "store key  \(key.explanation), \(access.explanation)",
        ]
        let lost =
            damaged == 0
            ? []
            : ["damaged    \(damaged): 'sealedpush device maintain' makes others in their place"]
        return (head + reusable + last + lost).joined(separator: "\n")
    }

    /// One object with every prekey.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("identity", identity)
            object.add("topic", topic)
            object.add("key", key.rawValue)
            object.add("access", access.rawValue)
            object.array("prekeys") { list in
                for prekey in prekeys { list.object { Self.write(prekey, to: &$0) } }
            }
            object.add("damaged", damaged)
            object.add("minimumEpoch", minimumEpoch)
        }
    }

    private static func write(_ prekey: PrekeyListing.Entry, to object: inout JSONWriter.Object) {
        let record = prekey.record
        object.add("id", record.id.description)
        object.add("class", record.terms.class.name)
        object.add("stage", prekey.stage.rawValue)
        object.add("epoch", record.terms.epoch)
        object.add("notBefore", record.terms.notBefore.milliseconds)
        object.add("notAfter", record.terms.notAfter.milliseconds)
    }
}
