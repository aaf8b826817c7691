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
    /// The alert fields that may be shortened if the content does not fit, in this order.
    public var shortening: [Payload.AlertField] = []
    /// `apns-priority`: 10 at once, 5 when it suits the device's power, 1 never wakes it.
    public var priority: PushPriority = .immediate

    /// Takes the defaults.
    public init() {}
}

extension SealingOptions: Redacted {}
