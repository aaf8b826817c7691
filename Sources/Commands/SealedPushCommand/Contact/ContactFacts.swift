// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts

/// What `contact show` tells of a sender.
struct ContactFacts {
    let status: ContactStatus
    let identity: SenderIdentity
    /// The contact of a candidate; nil for a contact.
    let candidateOf: SenderIdentity?
    /// The identity that was taken as the contact's successor.
    let successor: SenderIdentity?
    let names: [(code: String?, name: String)]
    /// The path of the picture.
    let avatar: String?
    let lastSeen: Timestamp?

    /// Lines for people; only a trust of `verified` is shown as verified (D-26).
    var text: String {
        let names = names.map { code, name in
            code.map { "name       \(name), code \($0)" } ?? "name       \(name)"
        }
        let lines = [
            "trust      \(status.word)",
            candidateOf.map { "of         \($0.text)" },
            candidateOf == nil
                ? nil : "warning    only a succession named it: 'contact verify' or 'contact take'",
            successor.map { "successor  \($0.text)" },
            status.kind == .service ? "kind       service: it may name its own users" : nil,
            "preview    \(status.preview.word)",
            avatar.map { "avatar     \(TerminalText.line($0))" },
            "last seen  \(lastSeen.map { TimeText.text(of: $0) } ?? "never")",
        ]
        return (["identity   \(identity.text)"] + names + lines.compactMap(\.self))
            .joined(separator: "\n")
    }

    /// One object.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("identity", identity.text)
            object.array("names") { list in
                for (code, name) in names {
                    list.object { object in
                        object.add("name", name)
                        Self.add("code", code, to: &object)
                    }
                }
            }
            object.add("trust", status.word)
            object.add("kind", status.kind.rawValue)
            Self.add("candidateOf", candidateOf?.text, to: &object)
            Self.add("successor", successor?.text, to: &object)
            object.add("preview", status.preview.rawValue)
            Self.add("avatar", avatar, to: &object)
            if let lastSeen {
                object.add("lastSeen", lastSeen.milliseconds)
            } else {
                object.null("lastSeen")
            }
        }
    }

    private static func add(_ key: String, _ text: String?, to object: inout JSONWriter.Object) {
        if let text {
            object.add(key, text)
        } else {
            object.null(key)
        }
    }
}
