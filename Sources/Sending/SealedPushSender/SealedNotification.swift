// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A notification ready to be sent: what the push service gets, and what its sender should know of it.
public struct SealedNotification: Hashable, Sendable {
    /// What a transport sends.
    public let push: OutgoingPush
    /// The sealed message: its id, its prekey, its expiry and whether that was clamped.
    public let message: SealedMessage
    /// The alert fields that were shortened, in the order in which they were named.
    public let shortened: [AlertField]

    /// The body of the request.
    public var payload: [UInt8] { push.payload }
    /// The headers that go with it.
    public var headers: APNsHeaders { push.headers }
}

/// One device of a recipient, as a directory hands it out.
public struct SealingTarget: Hashable, Sendable {
    /// The device's prekeys.
    public let bundle: DeviceBundle
    /// Whom the device is said to belong to.
    public let recipient: Recipient

    /// Takes a device, and whom it is said to belong to.
    public init(_ bundle: DeviceBundle, recipient: Recipient) {
        self.bundle = bundle
        self.recipient = recipient
    }
}

extension SealingTarget: CustomStringConvertible, CustomReflectable {
    /// Names the type only: who has which device is nobody's business.
    public var description: String { "SealingTarget" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What became of one device in a stream of them.
public struct SealingOutcome: Sendable {
    /// Its place in the stream, from 0.
    public let index: Int
    /// The device.
    public let device: DeviceIdentity
    /// The notification for it, or why there is none.
    public let result: Result<SealedNotification, SealingError>
}
