// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// Puts the sender's name into opened content, and keeps back what the user should not see.
///
/// A contact's content is shown as sealed, under the preview policy. What somebody unknown sent is
/// shown as unverified: under the resolver's label instead of its own title, and without anything
/// that would draw attention or act as a part of the app.
public struct SenderPresentation: Sendable, Hashable {
    /// How much is shown.
    public var preview: PreviewPolicy
    /// The device's own words: nothing of the outer payload, which the push service could alter,
    /// stands under a name (D-10).
    public var labels: SenderLabels

    /// A presentation.
    ///
    /// - Parameters:
    ///   - preview: How much is shown.
    ///   - labels: The device's own words.
    public init(preview: PreviewPolicy = .full, labels: SenderLabels = SenderLabels()) {
        self.preview = preview
        self.labels = labels
    }

    /// What the user sees of `sealed`, under the preview policy (D-17) and the sender's name
    /// (D-13).
    ///
    /// - Parameters:
    ///   - sealed: The content of the opened payload.
    ///   - template: The fields in which `{sender}` stands for the sender. It is text elsewhere.
    ///   - sender: Who sent it.
    /// - Returns: The content to hand over, before its attachments.
    public func present(
        _ sealed: NotificationContent,
        template: [AlertField] = [],
        from sender: SenderName
    ) -> NotificationContent {
        let label = sender.label(in: labels)
        var content = sender.isContact ? sealed : harmless(sealed)
        switch preview {
        case .full:
            for field in Set(template) { insert(label, into: &content[keyPath: field.line]) }
            if content.title.isEmpty { content.title = label }
        case .senderOnly:
            content.title = label
            content.subtitle = ""
            content.body = labels.hidden
        case .hidden:
            content.title = ""
            content.subtitle = ""
            content.body = labels.hidden
        }
        return content
    }

    /// Whether attachments may be fetched for and shown with a message of `sender`.
    public func showsAttachments(from sender: SenderName) -> Bool {
        sender.isContact && preview == .full
    }

    /// What may be left of the content of somebody unknown: its texts, and what the app reads
    /// (D-16).
    ///
    /// The title is not among them: the label takes its place. Everything not named here falls back
    /// to its default, so that a property added one day is not let through by oversight.
    private func harmless(_ sealed: NotificationContent) -> NotificationContent {
        var content = NotificationContent()
        content.subtitle = sealed.subtitle
        content.body = sealed.body
        content.interruptionLevel = min(sealed.interruptionLevel, .active)
        content.userInfo = sealed.userInfo
        return content
    }

    private func insert(_ label: String, into line: inout String) {
        line = line.replacing(ToolkitFields.senderMark, with: label)
    }
}

extension AlertField {
    fileprivate var line: WritableKeyPath<NotificationContent, String> {
        switch self {
        case .title: \.title
        case .subtitle: \.subtitle
        case .body: \.body
        }
    }
}
