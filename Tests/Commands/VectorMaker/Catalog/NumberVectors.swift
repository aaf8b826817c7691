// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Safety numbers and collapse ids: section 7 of `devices.md`, section 3 of `senders.md`.
enum NumberVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1501)
        let phone = TestDevice("phone-1").identity
        for name in ["server-1", "person-1"] {
            let sender = TestSender(name).identity
            try group.add("safety-number-\(name)", rule: "V-25", "Sixty digits.") {
                try Vector.safetyNumber($0, sender, phone)
            }
        }
        let server = TestSender("server-1").identity.bytes
        let refused: [(String, WireError, String, [UInt8], [UInt8])] = [
            ("equal-keys", .equalKeys, "One key on both sides.", phone.bytes, phone.bytes),
            (
                "sender-refused", .identityRefused, "The sender's key is of order 8.",
                Points.smallOrder, phone.bytes
            ),
            (
                "device-refused", .identityRefused, "The device's key is of order 8.",
                server, Points.smallOrder
            ),
            (
                "both-refused", .identityRefused, "One key on both sides, of order 8.",
                Points.smallOrder, Points.smallOrder
            ),
        ]
        for (slug, expected, comment, sender, device) in refused {
            group.add("safety-number-\(slug)", rule: "V-25", comment) {
                Vector($0, kind: "safetyNumber", expected: expected.rawValue) { vector in
                    vector.add("sender", hex: sender)
                    vector.add("device", hex: device)
                }
            }
        }
        addCollapseIDs(phone, to: &group)
        for (slug, comment, key) in [
            ("mixed-order", "A key has a part of order 8.", Points.mixedOrder),
            ("not-on-curve", "A key is no point of the curve.", Points.notOnCurve),
        ] {
            try group.add("safety-number-\(slug)", rule: "V-25", comment) {
                try Vector.safetyNumber($0, SenderIdentity(reading: key.span), phone)
            }
        }
        return group.vectors
    }

    private static func addCollapseIDs(_ phone: DeviceIdentity, to group: inout VectorGroup) {
        let server = TestSender("server-1")
        for (slug, key) in [("ascii", "chat-7"), ("unicode", "Größe 🏥"), ("empty", "")] {
            group.add("collapse-id-\(slug)", rule: "S-10", "The id for a caller's key.") {
                let label = Array("SealedPush v1 collapse\0".utf8)
                let code = hmac(server.secret, label + phone.bytes + Array(key.utf8))
                return Vector($0, kind: "collapseID", expected: "accepted") { vector in
                    vector.add("sender", server.name)
                    vector.add("device", hex: phone.bytes)
                    vector.add("collapseKey", key)
                    vector.add("collapseID", Base64URL.encode(Array(code.prefix(16)).span))
                }
            }
        }
    }
}

extension Vector {
    fileprivate static func safetyNumber(
        _ heading: Heading,
        _ sender: SenderIdentity,
        _ device: DeviceIdentity
    ) throws -> Vector {
        let number = try SafetyNumber(sender: sender, device: device)
        return Vector(heading, kind: "safetyNumber", expected: "accepted") { vector in
            vector.add("sender", hex: sender.bytes)
            vector.add("device", hex: device.bytes)
            vector.add("digits", number.digits)
        }
    }
}
