// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushReceiver

/// A vector of what a screen shows of an opened message: the table of `display.md`.
struct DisplayVector {
    static let members: Set<String> = [
        "payload", "sender", "contact", "otherNames", "flags", "shown",
    ]
    private static let contactMembers: Set<String> = [
        "kind", "trust", "preview", "name", "codeName",
    ]
    private static let shownMembers: Set<String> = [
        "row", "title", "subtitle", "body", "badge", "sound", "level", "thread", "as",
    ]

    private let object: VectorObject
    private let flags: [String]

    init(_ object: VectorObject) throws(VectorFault) {
        self.object = object
        flags = try object.stringsIfAny("flags")
        for flag in flags where !["mayFilter", "critical", "recovered"].contains(flag) {
            throw VectorFault("unknown flag \(flag)")
        }
    }

    func check() throws(VectorFault) {
        try VectorFault.compare("the expectation", "accepted", with: object.string("expected"))
        guard let shown = try object.object("shown", allowed: Self.shownMembers) else {
            throw VectorFault("no object shown")
        }
        let display = try display()
        let content = display.content
        try VectorFault.compare("row", display.reason.row, with: shown.number("row"))
        try VectorFault.compare("title", content.title, with: shown.string("title"))
        try VectorFault.compare("subtitle", content.subtitle, with: shown.string("subtitle"))
        try VectorFault.compare("body", content.body, with: shown.string("body"))
        let badge: Int? = shown.has("badge") ? try shown.number("badge") : nil
        try VectorFault.compare("badge", content.badge, with: badge)
        try VectorFault.compare("sound", Self.text(of: content.sound), with: shown.string("sound"))
        let level = content.interruptionLevel.rawValue
        try VectorFault.compare("level", level, with: shown.string("level"))
        let thread = content.threadIdentifier
        try VectorFault.compare("thread", thread, with: shown.string("thread"))
        let parts =
            (display.showsFiles ? ["files"] : []) + (display.isConversation ? ["person"] : [])
        try VectorFault.compare("as", parts, with: shown.stringsIfAny("as"))
    }

    private func display() throws(VectorFault) -> MessageDisplay {
        guard let payload = try? Payload(opened: Array(object.string("payload").utf8)) else {
            throw VectorFault("payload is no content")
        }
        let sender = try object.bytes("sender")
        let (status, resolved) = try known(selfDeclared: payload.fields?.name)
        let message = OpenedMessage(
            status: flags.contains("recovered") ? .recovered : .new,
            messageID: nil,
            place: ClaimPlace(
                prekeyID: PrekeyRecord.ID([UInt8](repeating: 0, count: PrekeyRecord.ID.count)),
                envelope: nil
            ),
            claim: Claim(
                envelopeHash: EnvelopeHash([UInt8](repeating: 0, count: EnvelopeHash.count)),
                expiry: Timestamp(clamping: 0),
                sender: sender,
                content: [],
                created: Timestamp(clamping: 0)
            ),
            contactStatus: status,
            sender: resolved,
            payload: payload
        )
        let names = try object.stringsIfAny("otherNames").map(NameSkeleton.init(of:))
        let allowsCritical = flags.contains("critical")
        var rules = DisplayRules()
        rules.mayFilter = flags.contains("mayFilter")
        rules.allowsCriticalAlerts = { _ in allowsCritical }
        return MessageDisplay(
            of: message,
            sealed: ContentMapping().content(of: payload),
            by: rules,
            isOthersName: { title in
                NameSkeleton.all(of: title, labelled: rules.labels.labelsOfNames)
                    .contains { names.contains($0) }
            }
        )
    }

    /// What the device knows of the sender.
    private func known(
        selfDeclared: String?
    ) throws(VectorFault) -> (ContactStatus?, ResolvedSender) {
        guard let contact = try object.object("contact", allowed: Self.contactMembers) else {
            return (nil, Self.unknown(selfDeclared))
        }
        let trust = try contact.string("trust")
        let isCandidate = trust == "candidate"
        guard let kind = ContactStatus.Kind(rawValue: try contact.string("kind")),
            let trust = isCandidate ? .unverified : ContactStatus.Trust(rawValue: trust),
            let preview = ContactStatus.PreviewPolicy(rawValue: try contact.string("preview"))
        else { throw VectorFault("contact is no contact") }
        let status = ContactStatus(
            trust: trust,
            preview: preview,
            kind: kind,
            isCandidate: isCandidate
        )
        let name = contact.has("name") ? try contact.string("name") : nil
        if contact.has("codeName") {
            let codeName = try contact.string("codeName")
            let resolved = ResolvedSender(
                name: codeName,
                source: .contactCode,
                identityName: name
            )
            return (status, resolved)
        }
        let resolved = name.map { ResolvedSender(name: $0, source: .contact) }
        return (status, resolved ?? Self.unknown(selfDeclared))
    }

    private static func unknown(_ selfDeclared: String?) -> ResolvedSender {
        selfDeclared.map { ResolvedSender(name: $0, source: .selfDeclared) }
            ?? ResolvedSender(name: "Unknown sender", source: .label)
    }

    private static func text(of sound: NotificationContent.Sound) -> String {
        switch sound {
        case .none: "none"
        case .default: "default"
        case .named(let name): name
        case .critical: "critical"
        }
    }
}
