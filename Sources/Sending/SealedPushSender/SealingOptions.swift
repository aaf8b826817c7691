// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The choices in sealing a notification.
///
/// Each default gives nothing away.
public struct SealingOptions: Hashable, Sendable {
    /// The time within which the message may arrive.
    public var timeToLive: TimeToLive = .day
    /// The padding, which hides the size of the message from the push service.
    public var padding: Padding = .buckets
    /// The text that the push service sees, and the device if it cannot open the message.
    public var placeholder: Placeholder = .generic
    /// The kind of push: it sets the size limit, and a message opens as this kind alone.
    public var kind: Payload.PushKind = .alert
    /// The sender's code, which the device resolves to a contact's name.
    public var from: String?
    /// The sender's own name, which the device shows as unverified if it knows no contact.
    public var name: String?
    /// The alert fields in which `{sender}` stands for the sender's name.
    public var template: [Payload.AlertField] = []
    /// The encrypted files that belong to the message: at most
    /// ``/SealedPush/AttachmentReference/limit``, and of
    /// ``/SealedPush/AttachmentReference/totalSizeLimit`` bytes together.
    public var attachments: [AttachmentReference] = []
    /// Messages of one key replace each other on the device; the push service can't tell the key.
    public var collapseKey: String?
    /// Earlier messages of this sender that the device takes away, at most 50: by the
    /// `apns-collapse-id` that each had on *this* device.
    ///
    /// A payload whose alert has no text does that and shows nothing if the app may filter
    /// notifications, else a quiet placeholder. Each device has its own ids, so this is for sealing
    /// to one.
    public var remove: [NotificationName] = []
    /// The answer to a link that the sender took: a message with it ends a pairing.
    package var paired: AnswerHash?
    /// The alert fields that may be shortened if the content does not fit, in this order.
    public var shortening: [Payload.AlertField] = []
    /// `apns-priority`: 10 at once, 5 when it suits the device's power, 1 never wakes it.
    public var priority: PushPriority = .immediate

    /// Takes the defaults.
    public init() {}
}

extension SealingOptions: Redacted {}

extension SealingOptions {
    /// Notes for the sender of `payload` if it is sealed with these options: what was changed in it,
    /// what has no effect, and what cannot work in an envelope.
    ///
    /// Notes change nothing, and none tells of a payload that was refused. They hold names of
    /// members of `aps`, and no content.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - topic: The topic that is sealed for.
    /// - Returns: The notes, in no order that means anything.
    public func notes(on payload: Payload, topic: Topic? = nil) -> [Payload.Note] {
        var notes = payload.notes
        if kind == .alert {
            if let text = payload.topic { notes.add(ofTopic: text) }
            // A message that only removes others has no text.
            if remove.isEmpty, let note = payload.noteOfMissingText { notes.append(note) }
        }
        if let topic { notes.add(ofTopic: topic.text) }
        return notes
    }
}

extension [Payload.Note] {
    /// Adds what a topic says of what is sent for it, unless it is known.
    mutating func add(ofTopic text: String) {
        if text.hasSuffix(".push-type.liveactivity"), !contains(.liveActivity) {
            append(.liveActivity)
        }
        if text.hasSuffix(".voip"), !contains(.call) { append(.call) }
    }
}
