// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Bundles, well and badly formed: section 2 of `devices.md`.
enum BundleVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1101)
        addAccepted(to: &group)
        addRefused(to: &group)
        return group.vectors
    }

    private static let phone = TestDevice("phone-1")
    private static let head = [1] + phone.identity.bytes

    private static func addAccepted(to group: inout VectorGroup) {
        let reusable = phone.record()
        let first = phone.record(.oneTime1)
        let second = phone.record(.oneTime2) { $0.epoch += 1 }
        let faultless: [(String, String, String, [PrekeyRecord])] = [
            ("empty", "V-13", "A bundle without records.", []),
            ("reusable", "V-13", "A reusable record.", [reusable]),
            ("one-time", "V-13", "A one-time record alone.", [first]),
            (
                "mixed", "V-13", "Both classes and two epochs, in any order.",
                [first, reusable, second]
            ),
        ]
        for (slug, rule, comment, records) in faultless {
            group.add("bundle-\(slug)", rule: rule, comment) {
                Vector($0, kind: "bundle", expected: "accepted") { vector in
                    vector.add("bundle", hex: bundle(records.map(\.bytes)))
                    vector.add("identity", hex: phone.identity.bytes)
                    vector.add("prekeyIDs", texts: records.map(\.id.description))
                }
            }
        }
    }

    private static func bundle(_ records: [[UInt8]]) -> [UInt8] {
        head + bigEndian(UInt16(records.count)) + records.joined()
    }

    private static func addRefused(to group: inout VectorGroup) {
        func refused(
            _ slug: String,
            _ expected: WireError,
            _ comment: String,
            rule: String = "V-13",
            _ bytes: [UInt8]
        ) {
            group.add("bundle-\(slug)", rule: rule, comment) {
                Vector($0, kind: "bundle", expected: expected.rawValue) { vector in
                    vector.add("bundle", hex: bytes)
                }
            }
        }
        refused("no-byte", .malformed, "Nothing at all.", [])
        refused("one-byte-of-version-2", .unknownVersion, "The version comes first.", [2])
        refused("head-cut", .malformed, "34 bytes.", head + [0])
        refused("version-2", .unknownVersion, "Version 2.", [2] + head.dropFirst() + [0, 0])
        func refused(identity slug: String, _ comment: String, _ key: [UInt8]) {
            let bytes = [1] + key + [0, 0]
            refused("identity-\(slug)", .identityRefused, comment, rule: "M-16", bytes)
        }
        refused(identity: "small-order", "The identity is a point of order 8.", Points.smallOrder)
        addMixed("order", .orderEight, "The identity has a part of order 8.", to: &group)
        refused(
            "identity-not-on-curve",
            .wrongSignature,
            "The identity is no point, so no signature fits it.",
            rule: "M-15",
            [1] + Points.notOnCurve + [0, 1] + phone.record().bytes
        )
        refused(identity: "not-canonical", "The identity is not reduced.", Points.notCanonical)
        refused(
            "identity-before-length",
            .identityRefused,
            "The identity is a point of order 8, and a byte follows the bundle.",
            [1] + Points.smallOrder + [0, 0, 0]
        )
        let reusable = phone.record().bytes
        let later = phone.record { $0.epoch += 1 }.bytes
        let oneTime = phone.record(.oneTime1).bytes
        let foreign = TestDevice("phone-2").record().bytes
        refused("fewer-records", .malformed, "A second one is missing.", head + [0, 2] + reusable)
        refused("record-cut", .malformed, "The record ends early.", bundle([reusable]).dropLast())
        refused("trailing", .malformed, "A byte follows the last.", bundle([reusable]) + [0])
        let version2 = [2] + reusable.dropFirst()
        refused("record-version-2", .unknownVersion, "A record of version 2.", bundle([version2]))
        refused(
            "length-before-records",
            .malformed,
            "A byte follows a record of version 2.",
            bundle([version2]) + [0]
        )
        refused(
            "record-of-another-device",
            .wrongSignature,
            "A record that another device signed.",
            bundle([foreign])
        )
        refused(
            "records-in-turn",
            .wrongSignature,
            "A record of another device before one of version 2: the first fault counts.",
            bundle([foreign, version2])
        )
        refused(
            "repeated-prekey",
            .repeatedPrekey,
            "A one-time record twice.",
            bundle([oneTime, oneTime])
        )
        refused(
            "records-before-repeats",
            .unknownVersion,
            "A record twice, then one of version 2: repeats are looked for behind the last.",
            bundle([oneTime, oneTime, version2])
        )
        refused(
            "two-reusable",
            .malformed,
            "Two reusable records, of different epochs.",
            bundle([reusable, later])
        )
        refused(
            "reusable-twice",
            .repeatedPrekey,
            "A reusable record twice: prekey ids are checked before classes.",
            bundle([reusable, reusable])
        )
        let notCanonical = [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        addMixed("order-2", .orderTwo, "The identity has a part of order 2.", to: &group)
        let comment = "The identity is the neutral element, not reduced."
        refused(identity: "p-plus-1", comment, notCanonical)
        refused(
            "head-before-identity",
            .malformed,
            "34 bytes, and the identity is a point of order 8.",
            [1] + Points.smallOrder + [0]
        )
        refused("256-records-missing", .malformed, "256 records, none is there.", head + [1, 0])
        let zeros = [UInt8](repeating: 0, count: 1306)
        refused(
            "of-256-records",
            .unknownVersion,
            "256 records, the most there can be; they have version 0.",
            bundle([[UInt8]](repeating: zeros, count: 256))
        )
        refused(
            "of-257-records",
            .malformed,
            "257 records, one too many; they have version 0.",
            bundle([[UInt8]](repeating: zeros, count: 257))
        )
        let cofactor = mixed(.orderEight, isSound: false)
        refused(
            "identity-mixed-cofactor",
            .wrongSignature,
            "The identity has a part of order 8: a verifier that uses the cofactor accepts it.",
            rule: "M-15",
            [1] + MixedKey.orderEight.bytes + [0, 1] + cofactor
        )
        for (slug, key) in Points.smallOrders {
            refused(identity: slug, "The identity is of small order.", key)
            let negative = key.dropLast() + [key[31] | 0x80]
            refused(identity: "\(slug)-top-bit", "The same, its top bit set.", Array(negative))
        }
    }

    /// A record of phone-1, signed by a key of mixed order.
    private static func mixed(_ key: MixedKey, isSound: Bool = true) -> [UInt8] {
        let raw = Array(phone.record().bytes.dropLast(64))
        let message = Array("SealedPush v1 prekey\0".utf8) + key.bytes + raw
        return raw + key.signature(over: message, isSound: isSound)
    }

    private static func addMixed(
        _ slug: String,
        _ key: MixedKey,
        _ comment: String,
        to group: inout VectorGroup
    ) {
        let record = mixed(key)
        let id = sha256(Array("SealedPush v1 prekey id\0".utf8) + key.bytes + record).prefix(8)
        group.add("bundle-identity-mixed-\(slug)", rule: "M-15", comment) {
            Vector($0, kind: "bundle", expected: "accepted") { vector in
                vector.add("bundle", hex: [1] + key.bytes + [0, 1] + record)
                vector.add("identity", hex: key.bytes)
                vector.add("prekeyIDs", texts: [Hex.encode(Array(id).span)])
            }
        }
    }
}
