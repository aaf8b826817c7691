// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushSender

/// A sender of the fuzzer, and what the phone knows of it.
struct Attacker: Sendable {
    /// What a sender is to the phone.
    enum Kind: CaseIterable, Sendable {
        case person
        case changed
        case candidate
        case service
        case blocked
        case stranger
    }

    let kind: Kind
    let keys = SenderKeys()
    let number: Int
    /// The name that the phone's owner gave it.
    let name: String
    /// The identity as donations have it.
    let hex: String

    /// The code of the service that is a contact, and that contact's name.
    static let code = (text: "cleo-7", name: "Cleo")
    /// A contact whom everybody tries to be, and who never writes.
    static let victim = "Ann"

    /// Two senders of each kind.
    static func all() -> [Attacker] {
        Kind.allCases.flatMap { kind in (1...2).map { Attacker(kind: kind, number: $0) } }
    }

    init(kind: Kind, number: Int) {
        self.kind = kind
        self.number = number
        name = "\(kind) \(number)".capitalized
        hex = Hex.encode(keys.identity.bytes.span)
    }

    /// Makes the sender what it is to the phone.
    func introduce(to contacts: ContactBook) throws {
        guard kind != .stranger else { return }
        guard kind != .candidate else {
            let contact = SenderKeys()
            try contacts.add(name: name, identity: contact.identity)
            try contacts.apply(
                SenderIdentity.Succession(from: contact.signingKey, to: keys.signingKey)
            )
            return
        }
        try contacts.add(name: name, identity: keys.identity)
        var status = ContactStatus()
        switch kind {
        case .changed: status.trust = .changed
        case .service: status.kind = .service
        case .blocked: status.trust = .blocked
        case .person, .candidate, .stranger: break
        }
        try contacts.setStatus(status, of: keys.identity)
        guard kind == .service, number == 1 else { return }
        try contacts.add(name: Self.code.name, identity: keys.identity, code: Self.code.text)
    }

    /// The names that the owner gave to others: none may stand for this sender.
    func othersNames(among all: [Attacker]) -> [String] {
        let own = kind == .service && number == 1 ? [name, Self.code.name] : [name]
        let names = all.filter { $0.kind != .stranger }.map(\.name)
        return ([Self.victim, Self.code.name] + names).filter { !own.contains($0) }
    }
}
