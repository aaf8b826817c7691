// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushSender
import TestSupport

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

/// Content that tries to put another name on the screen.
struct HostilePayload {
    let json: String
    let options: SealingOptions

    /// Makes content.
    ///
    /// - Parameters:
    ///   - names: Names of other contacts.
    ///   - ids: What notifications of others are called, and the sender's own.
    ///   - files: References to files, good and bad ones.
    ///   - random: Chooses.
    init(
        as names: [String],
        removing ids: [NotificationName],
        with files: [AttachmentReference],
        _ random: inout SeededGenerator
    ) {
        var options = SealingOptions()
        let texts = (0..<3).map { _ in Self.text(of: names, &random) }
        var alert = ["title", "subtitle", "body"].indices.compactMap { index -> String? in
            let field = ["title", "subtitle", "body"][index]
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return nil
            case 1:
                let prefix = index == 2 ? "" : "\(field)-"
                let keys = #""\#(prefix)loc-key":"%@%2$@","\#(prefix)loc-args":"#
                return keys + #"["\#(texts[index])","\#(Self.text(of: names, &random))"]"#
            default: return #""\#(field)":"\#(texts[index])""#
            }
        }
        alert.shuffle(using: &random)
        var aps = [#""alert":{\#(alert.joined(separator: ","))}"#]
        aps += [
            #""sound":{"critical":1}"#, #""interruption-level":"critical""#, #""badge":7"#,
            #""thread-id":"\#(texts[0])""#, #""target-content-id":"\#(texts[1])""#,
            #""filter-criteria":"\#(texts[2])""#,
        ].filter { _ in Bool.random(using: &random) }
        json = #"{"aps":{\#(aps.joined(separator: ","))},"name":"\#(texts[0])"}"#
        if Bool.random(using: &random) { options.name = names.randomElement(using: &random) }
        if Bool.random(using: &random) {
            options.from = [Attacker.code.text, "x", "ann"].randomElement(using: &random)
        }
        options.template = Payload.AlertField.allCases.filter { _ in Bool.random(using: &random) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let chosen = (0..<8).compactMap { _ in ids.randomElement(using: &random) }
            options.remove = Array(Set(chosen))
        }
        options.attachments = Array(
            files.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
        )
        options.collapseKey = Bool.random(using: &random) ? "same" : nil
        self.options = options
    }

    /// A name, or something that looks like one.
    private static func text(of names: [String], _ random: inout SeededGenerator) -> String {
        guard let name = names.randomElement(using: &random) else { return "" }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return "\\u200b\(name)\\u202e"
        case 1: return " \(name)\\u00a0"
        case 2: return name.uppercased()
        case 3: return name.lowercased()
        case 4: return "{sender}"
        case 5: return "{sender}\(name)"
        case 6: return name.replacing("A", with: "\u{410}").replacing("e", with: "\u{435}")
        case 7: return "\(name)\\n\\r\(name)"
        case 8: return String(name.flatMap { "\($0)\u{301}\u{301}" })
        case 9: return "%@\(name)%1$@"
        case 10: return "\\u200b"
        default: return name
        }
    }
}
