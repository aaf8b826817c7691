// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto

/// What `inspect` prints of a bundle.
struct BundleFacts {
    private let bundle: DeviceBundle

    init(of bundle: DeviceBundle) {
        self.bundle = bundle
    }

    /// What lies below is revoked, by the word of all records.
    private var minimumEpoch: UInt32 { bundle.records.map(\.terms.minimumEpoch).max() ?? 0 }

    /// Lines for people: one-time prekeys of the same terms are one.
    var text: String {
        var lines = ["device     \(Hex.encode(bundle.device.bytes.span))"]
        var groups: [(terms: PrekeyRecord.Terms, count: Int)] = []
        for record in bundle.records {
            if let group = groups.firstIndex(where: { $0.terms == record.terms }) {
                groups[group].count += 1
            } else {
                groups.append((record.terms, 1))
            }
        }
        for (terms, count) in groups {
            let label = terms.class == .oneTime ? "one-time   " : "reusable   "
            lines.append(
                "\(label)\(count) of epoch \(terms.epoch),"
                    + " from \(TimeText.text(of: terms.notBefore))"
                    + " until \(TimeText.text(of: terms.notAfter))"
            )
        }
        lines.append("revoked    \(minimumEpoch > 0 ? "below epoch \(minimumEpoch)" : "none")")
        return lines.joined(separator: "\n")
    }

    /// One object; its members are part of the command's interface.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("device", Hex.encode(bundle.device.bytes.span))
            object.add("minimumEpoch", minimumEpoch)
            object.array("records") { list in
                for record in bundle.records {
                    list.object { object in
                        object.add("id", Hex.encode(record.id.bytes.span))
                        object.add("class", record.terms.class.name)
                        object.add("epoch", record.terms.epoch)
                        object.add("notBefore", record.terms.notBefore.milliseconds)
                        object.add("notAfter", record.terms.notAfter.milliseconds)
                    }
                }
            }
        }
    }
}

/// What a statement says, whose signatures were checked when it was read.
struct StatementFacts {
    private let kind: String
    private let meaning: String
    private let identities: [(name: String, text: String)]
    /// What it says beside identities.
    private var terms: [(name: String, text: String)] = []

    init(_ statement: Statement) {
        switch statement {
        case .retirement(let retirement):
            kind = "retirement"
            meaning = "nothing is to be sealed to the device any more"
            identities = [("device", Self.hex(retirement.device))]
        case .succession(let succession):
            kind = "succession"
            meaning = "the new identity is a candidate for the old one's place"
            identities = [("old", succession.old.text), ("new", succession.new.text)]
        case .revocation(let revocation):
            kind = "revocation"
            meaning = "the identity is not to be believed any more"
            identities = [("sender", revocation.sender.text)]
        case .subscription(let subscription):
            kind = "subscription"
            meaning = "the sender reaches the recipient's device at the endpoint"
            identities = [
                ("device", Self.hex(subscription.device)), ("sender", subscription.sender.text),
            ]
            terms = [
                ("recipient", subscription.recipient), ("topic", subscription.topic.text),
                ("endpoint", subscription.endpoint),
            ]
        }
    }

    /// Who signed: all that it names, but a subscription's sender.
    private var signers: [String] {
        let names = identities.map(\.name)
        return kind == "subscription" ? names.dropLast() : names
    }

    /// Lines for people.
    var text: String {
        var lines = [("statement", kind)] + identities + terms
        lines.append(("signed by", signers.joined(separator: ", ")))
        lines.append(("meaning", meaning))
        return lines.map { name, value in
            name + String(repeating: " ", count: 11 - name.count) + value
        }
        .joined(separator: "\n")
    }

    /// One JSON object.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("statement", kind)
            for (name, text) in identities + terms { object.add(name, text) }
            object.array("signedBy") { list in
                for signer in signers { list.add(signer) }
            }
        }
    }

    private static func hex(_ device: DeviceIdentity) -> String { Hex.encode(device.bytes.span) }
}
