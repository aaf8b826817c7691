// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Finds what to call the sender of a message.
///
/// The rules are asked in a fixed order (D-16), and the first that knows a name gives it: the
/// contact of the identity and the code, the contact of the identity, what the sender calls itself,
/// the neutral label. A candidate is called what its contact is. Where the name is from stands
/// beside it, and what the sender calls itself must be shown as unverified. The code itself is
/// never a name (D-16). Names come back as they were typed or sent: making them safe to show is
/// left to who shows them.
package struct NameResolver: Sendable {
    /// What a sender is called of whom nothing is known.
    package let label: String
    private let contacts: ContactBook

    /// Finds names in `contacts`; the label may be in the language of the user.
    package init(contacts: ContactBook, label: String = "Unknown sender") {
        self.contacts = contacts
        self.label = label
    }

    /// The name for the sender of a message, in two reads of a contact at most.
    ///
    /// - Parameters:
    ///   - sender: The identity that signed it, 32 bytes.
    ///   - code: For whom the sender says that it writes.
    ///   - selfDeclared: What the sender calls itself.
    /// - Returns: The name and the rule that gave it.
    /// - Throws: ``ContactError/store(_:)``.
    package func resolve(
        sender: [UInt8],
        code: String?,
        selfDeclared: String?
    ) throws(ContactError) -> ResolvedSender {
        let question = Question(
            code: code,
            selfDeclared: selfDeclared,
            known: try contacts.known(sender)
        )
        for rule in Self.rules {
            guard let name = try name(by: rule, question), !name.isEmpty else { continue }
            return ResolvedSender(
                name: name,
                source: rule,
                identityName: question.known?.record.name
            )
        }
        return ResolvedSender(name: label, source: .label)
    }

    /// The rules before the label, which always has an answer.
    static let rules: [ResolvedSender.Source] = [.contactCode, .contact, .selfDeclared]

    private struct Question {
        let code: String?
        let selfDeclared: String?
        /// The contact of the identity, or its contact: without one no code of it has a name.
        let known: KnownSender?
    }

    private func name(
        by rule: ResolvedSender.Source,
        _ question: Question
    ) throws(ContactError) -> String? {
        switch rule {
        case .contactCode:
            guard let known = question.known, let code = question.code else { return nil }
            return try contacts.name(of: known.contact, code: code)
        case .contact: return question.known?.record.name
        case .selfDeclared: return question.selfDeclared
        case .label: return label
        }
    }
}
