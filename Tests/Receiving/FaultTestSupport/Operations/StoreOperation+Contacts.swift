// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys

extension StoreOperation {
    /// What a person does with contacts.
    static let ofContacts = [
        StoreOperation(
            "add a contact",
            covers: ["ContactBook.add"],
            body: { bench in
                try bench.contacts.add(name: "Erin Lovelace", identity: bench.identity("erin"))
                return []
            }
        ),
        StoreOperation(
            "add a contact with a code",
            covers: ["ContactBook.add"],
            body: { bench in
                try bench.contacts.add(
                    name: "Harriet Lovelace",
                    identity: bench.identity("harriet"),
                    code: "harriet-code"
                )
                return []
            }
        ),
        StoreOperation(
            "rename a contact",
            covers: ["ContactBook.add"],
            body: { bench in
                try bench.contacts.add(name: "Later Carol", identity: bench.identity("carol"))
                return []
            }
        ),
        StoreOperation(
            "add a known code under another identity",
            covers: ["ContactBook.add"],
            body: { bench in
                do throws(ContactError) {
                    let identity = try? bench.identity("george")
                    guard let identity else { throw .unknownContact }
                    try bench.contacts.add(name: "George", identity: identity, code: "fred-code-1")
                } catch .identityChanged {
                    return []
                }
                return [Bench.Failure()]
            }
        ),
        StoreOperation(
            "decide about a contact",
            covers: ["ContactBook.setStatus"],
            body: { bench in
                try bench.contacts.setStatus(
                    ContactStatus(trust: .blocked, preview: .hidden),
                    of: bench.identity("dora")
                )
                return []
            }
        ),
        StoreOperation(
            "remove a code",
            covers: ["ContactBook.remove"],
            body: { bench in
                let identity = try bench.identity("fred")
                try bench.contacts.remove(identity: identity, code: "fred-code-2")
                return []
            }
        ),
        StoreOperation(
            "remove a contact",
            covers: ["ContactBook.remove"],
            body: { bench in
                try bench.contacts.remove(identity: bench.identity("bert"))
                return []
            }
        ),
        StoreOperation(
            "note when a contact was seen",
            covers: ["ContactBook.noteSeen"],
            body: { bench in
                try bench.contacts.noteSeen(bench.input("carol"), at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "import contacts",
            covers: ["ContactBook.add"],
            body: { bench in
                var entries: [ContactEntry] = []
                for name in ["paula", "quentin", "rosa"] {
                    let identity = try bench.identity(name)
                    let code = name == "rosa" ? nil : "\(name)-code"
                    entries.append(
                        ContactEntry(name: "Imported \(name)", identity: identity, code: code)
                    )
                }
                return try bench.contacts.add(entries, renames: true).compactMap { result in
                    if case .failure(let error) = result { error } else { nil }
                }
            }
        ),
    ]

    /// What a person decides about contacts, and what contacts sign.
    static let ofStatuses = [
        StoreOperation(
            "block a contact",
            covers: ["ContactBook.block"],
            body: { bench in
                try bench.contacts.block(bench.identity("kurt"))
                return []
            }
        ),
        StoreOperation(
            "unblock a contact",
            covers: ["ContactBook.unblock"],
            body: { bench in
                try bench.contacts.unblock(bench.identity("olga"))
                return []
            }
        ),
        StoreOperation(
            "choose what is shown of a contact",
            covers: ["ContactBook.setPreview"],
            body: { bench in
                try bench.contacts.setPreview(.hidden, of: bench.identity("lena"))
                return []
            }
        ),
        StoreOperation(
            "trust a contact to name its users",
            covers: ["ContactBook.setKind"],
            body: { bench in
                try bench.contacts.setKind(.service, of: bench.identity("lena"))
                return []
            }
        ),
        StoreOperation(
            "take a candidate",
            covers: ["ContactBook.take"],
            body: { bench in
                try bench.contacts.take(bench.identity("candidate"))
                return []
            }
        ),
        StoreOperation(
            "write the index of names anew",
            covers: ["ContactBook.rebuildLookalikes"],
            body: { bench in
                try bench.contacts.rebuildLookalikes()
                return []
            }
        ),
        StoreOperation(
            "give a contact a picture",
            covers: ["ContactBook.setAvatar"],
            body: { bench in
                try bench.contacts.setAvatar("mara.png", of: bench.identity("mara"))
                return []
            }
        ),
        StoreOperation(
            "verify a contact",
            covers: ["ContactBook.verify"],
            body: { bench in
                let identity = try bench.identity("nele")
                let device = try bench.keys().identity
                let number = try SafetyNumber(sender: identity, device: device)
                try bench.contacts.verify(identity, by: number, device: device)
                return []
            }
        ),
        StoreOperation(
            "apply a succession",
            covers: ["ContactBook.apply"],
            body: { bench in
                let bytes = try bench.input("succession")
                try bench.contacts.apply(SenderIdentity.Succession(reading: bytes.span))
                return []
            }
        ),
        StoreOperation(
            "apply a revocation",
            covers: ["ContactBook.apply"],
            body: { bench in
                let bytes = try bench.input("revocation")
                try bench.contacts.apply(SenderIdentity.Revocation(reading: bytes.span))
                return []
            }
        ),
    ]
}
