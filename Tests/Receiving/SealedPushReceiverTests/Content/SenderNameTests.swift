// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import Testing

struct SenderNameTests {
    @Test(arguments: [
        (SenderName.contact(name: "Anna"), "Anna"),
        (.contact(name: "An\nna\u{202E}"), "Anna"),
        (.contact(name: String(repeating: "x", count: 100)), String(repeating: "x", count: 100)),
        (.contact(name: ""), "Unknown sender"),
        (.selfDeclared(name: "Bob\u{202E}\n"), "Unverified: Bob"),
        (.selfDeclared(name: " \u{0} "), "Unknown sender"),
        (.selfDeclared(name: "%@ 100%"), "Unverified: %@ 100%"),
        (
            .selfDeclared(name: String(repeating: "x", count: 100)),
            "Unverified: " + String(repeating: "x", count: 64)
        ),
        (.unknown, "Unknown sender"),
    ])
    func `the label of a sender is safe and says what it is`(
        _ sender: SenderName,
        _ label: String
    ) {
        #expect(sender.label() == label)
    }

    @Test func `labels come in the language of the user`() {
        let labels = SenderLabels(unknown: "Unbekannt", unverified: "Unbestätigt: %@")
        #expect(SenderName.unknown.label(in: labels) == "Unbekannt")
        #expect(SenderName.selfDeclared(name: "Bob").label(in: labels) == "Unbestätigt: Bob")
    }

    @Test func `only a contact is a contact`() {
        #expect(SenderName.contact(name: "Anna").isContact)
        #expect(!SenderName.selfDeclared(name: "Anna").isContact)
        #expect(!SenderName.unknown.isContact)
    }

    @Test func `a name is not printed`() {
        let name = ResolvedSender(name: "Zebrafink", source: .contact)
        for value in [name, SenderName(name, isContact: true)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("Zebrafink"))
        }
    }
}
