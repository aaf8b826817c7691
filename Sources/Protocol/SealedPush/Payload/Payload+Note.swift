// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Payload {
    /// A thing that the sender of a payload should know; the payload is sealed all the same.
    @nonexhaustive
    public enum Note: Hashable, Sendable {
        /// Half of a surrogate pair stood in a text, as a cut leaves it; U+FFFD takes its place.
        case halfPair
        /// A member has a value of a wrong type or out of range, and no device takes it.
        case passedOver(String)
        /// The payload has a member `encrypted-content`, as one that was sealed before.
        case sealedAlready
        /// The payload is that of a Live Activity, which the system updates itself.
        case liveActivity
        /// The topic ends as that of calls does, which sealing adds to the app's by itself.
        case call
        /// The flag `content-available` wakes no app from inside an envelope.
        case wakesNoApp
        /// There is a badge, and no text.
        case badgeAlone
        /// There is no text.
        case noText
    }

    /// What the payload itself is a reason to note.
    package var notes: [Note] {
        let aps = document.root["aps"]
        var notes: [Note] = isMended ? [.halfPair] : []
        notes += ContentMapping.passedOver(in: document).map { .passedOver($0) }
        if document.root[OuterPayload.contentKey] != nil { notes.append(.sealedAlready) }
        if ["content-state", "attributes-type", "event"].contains(where: { aps?[$0] != nil }) {
            notes.append(.liveActivity)
        }
        if aps?["content-available"]?.isSet == true { notes.append(.wakesNoApp) }
        return notes
    }

    /// The note of a payload without a text to show.
    package var noteOfMissingText: Note? {
        let content = ContentMapping().content(of: self)
        guard !content.hasAlertText else { return nil }
        return content.badge == nil ? .noText : .badgeAlone
    }
}

extension Payload.Note {
    /// The note, in the words of the commands.
    public var message: String {
        switch self {
        case .halfPair:
            "a text holds half a character (one half of a surrogate pair), as if it had been cut:"
                + " U+FFFD takes its place"
        case .passedOver(let member):
            "'\(member)' has a value that no device takes, so it has no effect"
        case .sealedAlready:
            "the payload was sealed before: devices open one envelope, and no other inside it"
        case .liveActivity:
            "the system updates a Live Activity itself and opens no envelope: send it unsealed"
        case .call:
            "the topic ends in '.voip', as that of calls does, and no device opens this as it is"
                + " meant: name the app's bundle id, and say that it is a call (--push voip)"
        case .wakesNoApp: "'content-available' has no effect in an envelope: no app is woken"
        case .badgeAlone:
            "there is a badge and no text: the app's generic text is shown with it, unless the app"
                + " may filter notifications"
        case .noText:
            "there is no text: the app's generic text is shown, or nothing if the app may filter"
                + " notifications"
        }
    }
}
