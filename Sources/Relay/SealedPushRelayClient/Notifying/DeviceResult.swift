// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys

/// The outcome of a message for one device of a recipient.
public struct DeviceResult: Hashable, Sendable {
    /// The recipient, as it was when the message was sent.
    public let recipient: PairedRecipient
    /// The device.
    public let device: DeviceIdentity
    /// The outcome.
    public let outcome: Outcome

    /// The outcomes.
    @nonexhaustive
    public enum Outcome: Hashable, Sendable {
        /// The device's relay has taken the message, which is durable there.
        case taken
        /// The relay has not taken it within a minute, or never will; after
        /// ``EndpointFailure/unanswered`` it may have. The sender has forgotten a device of which
        /// the relay says that it has ended (``EndpointFailure/gone(_:)``).
        case notTaken(EndpointFailure)
        /// It could not be sealed for the device.
        case notSealed(SealingError)

        /// The error, if there is one.
        public var failure: (any ExplainedError)? {
            switch self {
            case .taken: nil
            case .notTaken(let failure): failure
            case .notSealed(let error): error
            }
        }
    }
}

/// The reason for which a message went to no device at all.
@nonexhaustive
public enum NotifyError: Error, Hashable {
    /// The payload can be sealed for no device.
    case payload(SealingError)
    /// The store failed, or lacks what is needed; the inner error says why.
    case store(KeyError)
    /// The recipient has no device that was confirmed.
    case noDevice
    /// The task was cancelled; the message may have reached some devices.
    case cancelled
}

extension NotifyError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .payload(let error): error.explanation
        case .store(let error): error.explanation
        case .noDevice: ("noDevice", "the recipient has no device that was confirmed")
        case .cancelled: ("cancelled", "the sending was cancelled")
        }
    }
}
