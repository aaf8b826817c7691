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
