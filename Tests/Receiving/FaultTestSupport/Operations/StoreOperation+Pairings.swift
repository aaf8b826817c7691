// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// What an app does of pairings, and what its extension notes of them.
    static let ofPairings = [
        StoreOperation(
            "answer a link",
            covers: ["PairingBook.agree", "PairingBook.addContact", "PairingBook.keep"],
            body: { bench in
                let link = try bench.link("link-new")
                let book = PairingBook(bench.phone)
                let hash = try AnswerHash(bench.input("hash-new"))
                guard let hash else { throw Bench.Failure() }
                let bytes = try bench.input("box-new")
                let box = try DropBox(reading: bytes.span)
                let name = "Paired Lovelace"
                guard var pairing = try book.agree(to: link, as: name, now: Scene.now)
                else { throw Bench.Failure() }
                let endpoint = StoredPairing.Endpoint(id: "e-new", device: "d", url: "https://a/b")
                pairing = try book.keep(endpoint, for: pairing)
                pairing = try book.addContact(for: pairing, as: name, from: .camera)
                _ = try book.keep(box, with: hash, for: pairing, now: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "note the message of a pairing",
            covers: ["PairingBook.notePaired"],
            body: { bench in
                let hash = try AnswerHash(bench.input("hash-noted"))
                guard let hash else { throw Bench.Failure() }
                let sender = try bench.link("link-noted").sender
                try PairingBook(bench.phone).notePaired(by: sender.bytes, hash)
                return []
            }
        ),
        StoreOperation(
            "look after pairings",
            covers: ["PairingBook.maintain"],
            body: { bench in
                try PairingBook(bench.phone)
                    .maintain(of: bench.keys().identity, now: Scene.now).failures
            }
        ),
        StoreOperation(
            "end a pairing",
            covers: ["PairingBook.end"],
            body: { bench in
                let book = PairingBook(bench.phone)
                guard let pairing = try book.pairing(of: bench.link("link-ended")) else {
                    throw Bench.Failure()
                }
                try book.end(pairing)
                return []
            }
        ),
        StoreOperation(
            "forget a pairing",
            covers: ["PairingBook.forget"],
            body: { bench in
                let book = PairingBook(bench.phone)
                guard let pairing = try book.pairing(of: bench.link("link-forgotten")) else {
                    return []
                }
                try book.forget(pairing)
                return []
            }
        ),
    ]
}

extension Bench {
    /// A link that the operation was given.
    fileprivate func link(_ name: String) throws -> PairingLink {
        let bytes = try input(name)
        return try PairingLink(reading: bytes.span, from: .camera)
    }
}
