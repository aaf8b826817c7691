// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The name that a sender is shown by, and who says so.
///
/// The message is authentic in all cases; the question is whether the user knows who signed it.
public enum SenderName: Sendable, Hashable {
    /// An identity among the user's contacts, by the name that the user gave it.
    case contact(name: String)
    /// An identity that the user doesn't know; the name is what the sender calls itself.
    case selfDeclared(name: String)
    /// An identity that the user doesn't know and that gives no name.
    case unknown

    /// Whether the user knows the identity.
    public var isContact: Bool {
        if case .contact = self { true } else { false }
    }

    /// The line that stands for the sender, safe to be shown.
    ///
    /// A name that the sender gave itself is cleaned, cut to 64 bytes and marked.
    public func label(in labels: SenderLabels = SenderLabels()) -> String {
        switch self {
        case .contact(let name):
            let text = SenderNameText.cleaned(name, limit: .max)
            return text.isEmpty ? labels.unknown : text
        case .selfDeclared(let name):
            let text = SenderNameText.cleaned(name)
            return text.isEmpty
                ? labels.unknown : LocalizedFormat.fill(labels.unverified, with: [text])
        case .unknown: return labels.unknown
        }
    }
}
