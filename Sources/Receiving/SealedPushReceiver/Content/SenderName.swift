// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The name that a sender is shown by, who says so, and whether the user knows the sender at all.
///
/// The message is authentic in all cases; the question is whether the user knows who signed it. A contact may still go
/// by a name that only the sender vouches for: a server that writes for many people, under a code that is not known.
public struct SenderName: Sendable, Hashable {
    /// The name, and the rule that gave it.
    public let resolved: ResolvedSender
    /// Whether the identity is among the user's contacts.
    public let isContact: Bool

    /// Takes a resolved name.
    public init(_ resolved: ResolvedSender, isContact: Bool) {
        self.resolved = resolved
        self.isContact = isContact
    }

    /// The line that stands for the sender, safe to be shown.
    ///
    /// A name that the sender gave itself is cleaned, cut to 64 bytes and marked.
    public func label(in labels: SenderLabels = SenderLabels()) -> String {
        switch resolved.source {
        case .label: return labels.unknown
        case .contactCode, .contact:
            let text = NameText.cleaned(resolved.name, limit: .max)
            return text.isEmpty ? labels.unknown : text
        case .selfDeclared:
            let text = NameText.cleaned(resolved.name)
            return text.isEmpty
                ? labels.unknown : LocalizedFormat.fill(labels.unverified, with: [text])
        }
    }
}
