// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Subscriptions: section 5 of `devices.md`, section 6 of `senders.md`.
extension StatementVectors {
    static func subscriptions() -> [Vector] {
        var group = VectorGroup(from: 1368)
        let draft = StatementDraft.subscription()
        group.add("subscription-topic-long", rule: "M-7", "A topic of 251 bytes.") {
            StatementDraft.subscription(topic: String(repeating: "a", count: 251))
                .refused(.malformed, $0)
        }
        group.add(
            "subscription-recipient-before-equal-keys",
            rule: "V-18",
            "No recipient, and a device that subscribes to itself."
        ) {
            StatementDraft.subscription(recipient: []).with {
                $0.put(Array($0.fields[1..<33]), at: 33)
            }.refused(.malformed, $0)
        }
        addCommon(draft, to: &group)
        addKeys(draft, to: &group)
        addLengths(draft, to: &group)
        addNames(to: &group)
        addEndpoints(to: &group)
        group.add("subscription-signed-by-sender", rule: "V-18", "The sender's signature.") {
            draft.with { $0.signers = ["server-1"] }.refused(.wrongSignature, $0)
        }
        group.add("subscription-sender-mixed-order", rule: "M-16", "A part of order 8.") {
            draft.with { $0.put(Points.mixedOrder, at: 33) }.accepted($0)
        }
        return group.vectors
    }

    private static func addKeys(_ draft: StatementDraft, to group: inout VectorGroup) {
        group.add("subscription-sender-refused", rule: "M-16", "The sender is of order 8.") {
            draft.with { $0.put(Points.smallOrder, at: 33) }.refused(.identityRefused, $0)
        }
        group.add("subscription-equal-keys", rule: "V-18", "A device subscribes to itself.") {
            draft.with { $0.put(Array($0.fields[1..<33]), at: 33) }.refused(.equalKeys, $0)
        }
        group.add(
            "subscription-identity-before-recipient",
            rule: "V-18",
            "A point of order 8, and no recipient."
        ) {
            StatementDraft.subscription(recipient: []).with { $0.put(Points.smallOrder, at: 1) }
                .refused(.identityRefused, $0)
        }
    }

    private static func addLengths(_ draft: StatementDraft, to group: inout VectorGroup) {
        group.add("subscription-head-cut", rule: "V-18", "65 bytes, too few to tell a length.") {
            draft.refused(.malformed, Array(draft.signed().prefix(65)), $0)
        }
        group.add("subscription-length", rule: "V-18", "The recipient ends behind the last byte.") {
            draft.with { $0.fields[65] = 255 }.refused(.malformed, $0)
        }
        let path = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
        let origin = "https://relay.example:8443/"
        let padding = String(repeating: "/", count: 512 - origin.count - path.count)
        group.add(
            "subscription-largest",
            rule: "S-18",
            "A recipient of 64 bytes, a topic of 250, an endpoint of 512 with all characters."
        ) {
            StatementDraft.subscription(
                recipient: Array(String(repeating: "é", count: 32).utf8),
                topic: String(repeating: "a", count: 250),
                endpoint: origin + padding + path
            ).accepted($0)
        }
        group.add("subscription-smallest", rule: "S-18", "A byte of each.") {
            StatementDraft.subscription(recipient: [0x20], topic: "a", endpoint: "https://a/~")
                .accepted($0)
        }
        group.add("subscription-endpoint-long", rule: "S-18", "An endpoint of 513 bytes.") {
            StatementDraft.subscription(endpoint: origin + padding + "/" + path)
                .refused(.malformed, $0)
        }
    }

    private static func addNames(to group: inout VectorGroup) {
        let recipients: [(String, String, [UInt8])] = [
            ("empty", "No recipient.", []),
            ("long", "A recipient of 65 bytes.", Array(repeating: 0x61, count: 65)),
            ("control", "U+0080 in the recipient.", [0x61, 0xC2, 0x80]),
            ("not-utf8", "A recipient that is no UTF-8.", [0x61, 0xC3]),
        ]
        for (slug, comment, recipient) in recipients {
            group.add("subscription-recipient-\(slug)", rule: "S-17", comment) {
                StatementDraft.subscription(recipient: recipient).refused(.malformed, $0)
            }
        }
        for (slug, comment, topic) in [
            ("empty", "No topic.", ""), ("control", "U+007F in the topic.", "a\u{7F}"),
        ] {
            group.add("subscription-topic-\(slug)", rule: "M-7", comment) {
                StatementDraft.subscription(topic: topic).refused(.malformed, $0)
            }
        }
    }

    private static func addEndpoints(to group: inout VectorGroup) {
        let refused = [
            ("http", "V-21", "http to another machine.", "http://relay.example/e/x"),
            ("underscore", "V-21", "A host with an underscore.", "https://re_lay.example/e/x"),
            ("no-path", "S-18", "Nothing behind the slash.", "https://relay.example/"),
            ("no-slash", "S-18", "An origin alone.", "https://relay.example"),
            ("query", "S-18", "A query.", "https://relay.example/e?x"),
            ("escape", "S-18", "An escape in the path.", "https://relay.example/e/%78"),
        ]
        for (slug, rule, comment, endpoint) in refused {
            group.add("subscription-endpoint-\(slug)", rule: rule, comment) {
                StatementDraft.subscription(endpoint: endpoint).refused(.malformed, $0)
            }
        }
    }
}
