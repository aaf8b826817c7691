// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The recipient that a device belongs to, as the directory says.
///
/// It has no default: a sender that forgot to name the recipient would seal to any new device
/// (S-8 row 1).
public enum Recipient: Hashable, Sendable {
    /// A recipient whose devices the sender lists under this name.
    ///
    /// If the sender knows other devices of the recipient, it does not seal to a new one
    /// (``/SealedPush/SealingError/newDevice``), unless the sealer trusts the directory.
    case named(String)
    /// No recipient: the sender keeps no list, and seals to any device that is not retired.
    case untracked

    /// The name of the list, or nil if there is none.
    var name: String? {
        switch self {
        case .named(let name): name
        case .untracked: nil
        }
    }
}

extension Recipient: Redacted {}

/// A notification that is ready to be sent, with what its sender should know of it.
public struct SealedNotification: Hashable, Sendable {
    package let message: SealedMessage
    /// The name by which the push service, or a relay, knows that it replaces an earlier one.
    public let collapseID: CollapseID
    /// The alert fields that were shortened, in the order in which they were named.
    public let shortened: [Payload.AlertField]
    /// The number of the sender's own statements that went along (S-14).
    public let statementCount: Int
    /// Notes for its sender on the payload.
    public let notes: [Payload.Note]
    /// `apns-priority`.
    public let priority: PushPriority
    /// The device that opens it.
    package let device: DeviceIdentity
    package let topic: Topic
    package let kind: Payload.PushKind
    private let frame: OuterFrame

    init(
        _ sealed: SealedMessage,
        of message: PreparedMessage,
        for target: SealingTarget,
        collapseID: CollapseID
    ) {
        self.message = sealed
        self.collapseID = collapseID
        shortened = message.fitted.shortened
        statementCount = message.fitted.statementCount
        priority = message.options.priority
        device = target.bundle.device
        topic = target.topic
        kind = message.options.kind
        frame = message.frame
        var notes = message.notes
        notes.add(ofTopic: topic.text)
        self.notes = notes
    }

    /// The encrypted message, which a relay takes as it is.
    public var envelope: [UInt8] { message.envelope }
    /// The push for APNs, or for another transport of pushes; it is written at each call.
    public var push: OutgoingPush { OutgoingPush(payload: payload, headers: headers) }
    /// The body of the push: the envelope as text, beside the placeholder.
    public var payload: [UInt8] {
        do {
            return try frame.bytes(of: envelope.span, kind: kind)
        } catch {
            preconditionFailure("the envelope was made to fit")
        }
    }
    /// The headers of the push.
    public var headers: APNsHeaders {
        APNsHeaders(
            topic: topic.text(for: kind),
            pushType: kind.rawValue,
            priority: priority,
            expiration: expiry.milliseconds / 1000,
            collapseID: collapseID.text
        )
    }
    /// The last moment at which the device accepts the message.
    public var expiry: Timestamp { message.expiry }
    /// True if the prekey ends before the time to live does, so that ``expiry`` is earlier than
    /// asked for.
    public var isExpiryClamped: Bool { message.isExpiryClamped }
    /// The class of the prekey: one-time, or reusable if the bundle had no other.
    public var prekeyClass: PrekeyRecord.Class { message.prekeyClass }
}

/// One device of a recipient, as a directory hands it out.
public struct SealingTarget: Hashable, Sendable {
    /// The device's prekeys.
    public let bundle: DeviceBundle
    /// The recipient that the device belongs to, as the directory says.
    public let recipient: Recipient
    /// The bundle id of the app that opens the message.
    public let topic: Topic
    /// The device's retirement, if the directory has one: nothing is sealed to the device then.
    public let retirement: DeviceIdentity.Retirement?

    /// Makes a target of a device, its recipient, its app, and what came beside the bundle.
    ///
    /// A retirement of another device counts as none (V-28).
    public init(
        _ bundle: DeviceBundle,
        recipient: Recipient,
        topic: Topic,
        retirement: DeviceIdentity.Retirement? = nil
    ) {
        self.bundle = bundle
        self.recipient = recipient
        self.topic = topic
        self.retirement = retirement?.device == bundle.device ? retirement : nil
    }
}

extension SealingTarget: Redacted {}

/// The outcome for one device of a stream.
public struct SealingOutcome: Sendable {
    /// The position of the device in the stream, from 0.
    public let index: Int
    /// The device.
    public let device: DeviceIdentity
    /// The notification for the device, or the error.
    public let result: Result<SealedNotification, SealingError>
}
