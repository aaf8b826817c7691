// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What the screen shows of one opened message (D-20): rows 5 to 11 of the table.
///
/// The title belongs to the device: except in row 10, no word in it is the sender's own unless the
/// device has no name for the sender, and then a label says so. Nothing of the outer payload gets
/// here (D-35).
package struct MessageDisplay {
    package let reason: DisplayReason
    package let content: NotificationContent
    /// What the device calls the sender, with its label if it has one.
    package let senderName: String
    /// Whether the system may be told of the sender as a person, and files be fetched.
    package let showsFiles: Bool
    /// Whether the message may be shown in communication style (D-27).
    package let isConversation: Bool

    /// Decides what is shown.
    ///
    /// - Parameters:
    ///   - message: The message, with what the device knows of its sender.
    ///   - sealed: The content that its payload describes.
    ///   - rules: The app's words and permissions.
    ///   - isOthersName: Whether a contact other than the sender has a name like this one, with a
    ///     label or without.
    package init(
        of message: OpenedMessage,
        sealed: NotificationContent,
        by rules: DisplayRules,
        isOthersName: (String) -> Bool
    ) {
        let sender = DisplayedSender(message, rules.labels)
        let lines = SealedLines(sealed, message.payload.fields?.template ?? [], sender.inText)
        let preview = message.contactStatus?.preview ?? .full
        senderName = sender.title
        guard !lines.isEmpty else {
            reason = .noText
            content = rules.noText(badge: sender.reason == .unknown ? nil : sealed.badge)
            (showsFiles, isConversation) = (false, false)
            return
        }
        reason = preview == .hidden ? .hidden : sender.reason
        let isTrusted = [.serviceContact, .service, .person].contains(sender.reason)
        showsFiles = isTrusted && preview == .full
        isConversation = showsFiles && sender.reason != .service
        var content = Self.capped(sealed, to: sender.reason)
        if !rules.allowsCriticalAlerts(message.claim.sender) { content = content.notCritical() }
        if sender.reason != .unknown {
            content.threadIdentifier = ThreadIdentifier(of: message, sealed.threadIdentifier).text
        }
        let isCleaned = [.unknown, .check].contains(sender.reason)
        let body = isCleaned ? NameText.cleanedLines(lines.body) : lines.body  // D-18
        (content.title, content.subtitle, content.body) = (sender.title, "", body)
        // D-23, with the app's own words (D-35).
        switch (preview, sender.reason) {
        case (.hidden, _):
            (content.title, content.body) = (rules.labels.placeholder, rules.labels.hidden)
        case (.senderOnly, _): content.body = rules.labels.hidden
        case (.full, .unknown): break
        case (.full, .service):
            // A service may not borrow another contact's name (D-24).
            let isBorrowed = !lines.title.isEmpty && isOthersName(lines.title)
            if !lines.title.isEmpty { content.title = lines.title }
            content.subtitle = Self.line(
                isBorrowed ? [sender.title, lines.subtitle] : [lines.subtitle]
            )
        case (.full, _):
            let parts = [lines.title, lines.subtitle].filter { !sender.isNamed($0) }
            content.subtitle = Self.line(parts)
        }
        // M-38 line 38
        self.content = message.status == .recovered ? content.quiet() : content
    }

    private static func line(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " – ")
    }

    /// The content with no more sound, badge and level than its row allows (D-22).
    private static func capped(
        _ sealed: NotificationContent,
        to reason: DisplayReason
    ) -> NotificationContent {
        if reason == .unknown {
            // Everything not named here falls back to its default, so that a property added one
            // day is not let through by oversight.
            var content = NotificationContent()
            content.interruptionLevel = min(sealed.interruptionLevel, .active)
            return content
        }
        var content = sealed
        if reason == .check {
            content = sealed.notCritical()
            content.interruptionLevel = min(sealed.interruptionLevel, .active)
        }
        content.userInfo = sealed.userInfo?.forApp()
        return content
    }
}

/// The texts that the sender sealed, with `{sender}` replaced and the lines cleaned.
private struct SealedLines {
    let title: String
    let subtitle: String
    let body: String

    init(_ sealed: NotificationContent, _ template: [Payload.AlertField], _ name: String) {
        func text(_ field: Payload.AlertField, _ text: String) -> String {
            guard template.contains(field) else { return text }
            return text.replacing(ToolkitFields.senderMark, with: name)
        }
        // A name in many places makes a long line of a short one.
        title = NameText.cleaned(text(.title, sealed.title), limit: LocalizedFormat.limit)
        subtitle = NameText.cleaned(text(.subtitle, sealed.subtitle), limit: LocalizedFormat.limit)
        body = LocalizedFormat.cut(text(.body, sealed.body))
    }

    /// Whether the texts have no visible character.
    var isEmpty: Bool {
        title.isEmpty && subtitle.isEmpty && NameText.cleaned(body, limit: .max).isEmpty
    }
}

/// Who a message is shown as from.
private struct DisplayedSender {
    /// The row that follows from the sender alone: 7 to 11.
    let reason: DisplayReason
    /// The title of the sender's row.
    let title: String
    /// What stands for the sender inside the texts (D-19).
    let inText: String
    private let name: String?

    init(_ message: OpenedMessage, _ labels: SenderLabels) {
        let resolved = message.sender
        let isCode = resolved.source == .contactCode
        let declared = Self.visible(message.payload.fields?.name, limit: NameText.limit)
        let ofIdentity = Self.visible(resolved.identityName)
        let ofDevice = Self.visible(isCode ? resolved.name : nil) ?? ofIdentity
        guard let status = message.contactStatus, let ofDevice else {
            reason = .unknown
            name = nil
            title =
                declared.map { LocalizedFormat.fill(labels.unknown, with: [$0]) } ?? labels.noName
            inText = title
            return
        }
        if status.needsCheck {
            reason = .check
            let ofIdentity = ofIdentity ?? ofDevice
            name = ofIdentity
            title = LocalizedFormat.fill(labels.check, with: [ofIdentity])
            inText = ofIdentity
            return
        }
        name = ofDevice
        title = ofDevice
        let isService = status.kind == .service
        reason = isService ? (isCode ? .serviceContact : .service) : .person
        inText = reason == .service ? declared ?? ofDevice : ofDevice
    }

    /// Whether a line only repeats the sender's name.
    func isNamed(_ line: String) -> Bool {
        name.map { NameText.folded(line) == NameText.folded($0) } ?? false
    }

    private static func visible(_ name: String?, limit: Int = .max) -> String? {
        name.map { NameText.cleaned($0, limit: limit) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ThreadIdentifier {
    /// The conversation of a message: by the sender and its code, and for a service that named a
    /// thread by that thread alone, so that a group stays together.
    fileprivate init(of message: OpenedMessage, _ thread: String) {
        let isGroup = message.contactStatus?.kind == .service && !thread.isEmpty
        self.init(
            sender: message.claim.sender,
            code: isGroup ? "" : message.payload.fields?.from ?? "",
            thread: thread
        )
    }
}

extension NotificationContent {
    /// The same without a critical alert (D-25).
    fileprivate func notCritical() -> NotificationContent {
        var content = self
        if case .critical(let name, _) = sound {
            content.sound = name.map { .named($0) } ?? .default
        }
        content.interruptionLevel = min(interruptionLevel, .timeSensitive)
        return content
    }
}

extension JSONDocument {
    /// The payload as the app gets it: without `aps`, and without the keys of files, what the
    /// message removes and the statements that came with it.
    fileprivate func forApp() -> JSONDocument? {
        guard var document = try? removing("aps", from: root) else { return nil }
        for key in ["attachments", "remove", "statements", "paired"] {
            guard let fields = document.root[ToolkitFields.key], fields.kind == .object else {
                break
            }
            guard let edited = try? document.removing(key, from: fields) else { return nil }
            document = edited
        }
        return document
    }
}
