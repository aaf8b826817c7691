// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// How a notification is sealed; every choice has a default that gives nothing away.
public struct SealingOptions: Hashable, Sendable {
    /// How long it may take to arrive.
    public var timeToLive: TimeToLive = .day
    /// How much of its size the push service may learn.
    public var padding: Padding = .buckets
    /// What the device shows where it can't open the message, and what the push service sees.
    public var placeholder: Placeholder = .generic
    /// The kind of push, which sets the size limit.
    public var kind: PushKind = .alert
    /// The sender's code, which the device resolves to a contact's name.
    public var from: String?
    /// What the sender calls itself, shown as unverified where the device knows no contact.
    public var name: String?
    /// The alert fields in which `{sender}` stands for the sender's name.
    public var template: [AlertField] = []
    /// The encrypted files that belong to the message: at most ``AttachmentReference/limit``, and of
    /// ``AttachmentReference/totalSizeLimit`` bytes together.
    public var attachments: [AttachmentReference] = []
    /// Messages of one key replace each other on the device; the push service can't tell the key.
    public var collapseKey: String?
    /// Earlier messages of this sender that the device takes away, at most 50: what their headers
    /// said on *this* device.
    ///
    /// A payload whose alert has no text does that and shows nothing where the app may filter notifications, else a
    /// quiet placeholder. Each device has its own ids, so this is for sealing to one.
    public var remove: [CollapseID] = []
    /// The alert fields that may be shortened where the content does not fit, in this order.
    public var shortening: [AlertField] = []
    /// `apns-priority`: 10 at once, 5 when it suits the device's power, 1 never wakes it.
    public var priority: PushPriority = .immediate

    /// Takes the defaults.
    public init() {}
}

extension SealingOptions: CustomStringConvertible, CustomReflectable {
    /// Names the type only: codes and names are content.
    public var description: String { "SealingOptions" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
