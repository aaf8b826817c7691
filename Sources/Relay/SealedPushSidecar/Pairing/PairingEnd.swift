// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelayClient

/// Why a pairing has ended without a device.
enum PairingEnd: String, Hashable, Sendable, CaseIterable {
    /// No phone answered in 10 minutes.
    case unanswered
    /// The sidecar was stopped or killed while it waited: the link was in its memory alone.
    case interrupted
    /// The phone that answered has another app.
    case otherApp = "other-app"
    /// The endpoint is bound to another key: a person who saw the code has used it first.
    case endpointTaken = "endpoint-taken"
    /// The relay refuses the key, and its clock is more than an hour from the sidecar's.
    case wrongClock = "wrong-clock"
    /// The device is retired, or has taken the pairing back.
    case deviceGone = "device-gone"
    /// The relay has another device at this endpoint, or an older bundle of it.
    case deviceRefused = "device-refused"
    /// The recipient has as many paired devices as it may, and this is another one.
    case tooManyDevices = "too-many-devices"
    /// The relay refuses the endpoint or the message.
    case refused
    /// A phone answered, and its relay could not be asked for its keys.
    case unavailable
    /// A phone answered, and the database took no writes for as long as the link served.
    case notKept = "not-kept"
    /// Another number was typed than the phone shows.
    case wrongNumber = "wrong-number"
    /// No number was typed for a day.
    case unconfirmed
    /// The sender has another identity now, and the link named the one before.
    case succeeded
    /// The backend took it back, or removed the recipient.
    case removed

    /// Why a pairing ends if its message has ended so; nil if it goes on.
    init?(after result: DeliveryResult) {
        switch result {
        // A message whose answer was lost may be at the device.
        case .waiting, .accepted, .uncertain, .removed: return nil
        case .deviceGone: self = .deviceGone
        case .deviceRefused: self = .deviceRefused
        case .keyRefused: self = .endpointTaken
        case .refused: self = .refused
        case .expired: self = .unconfirmed
        }
    }
}

extension PairingEnd {
    /// Why a pairing ends without a device; nil if it was taken back.
    init?(_ error: PairingError) {
        switch error {
        case .noAnswer: self = .unanswered
        case .cancelled: self = .interrupted
        case .senderEnded: return nil
        case .endpointTaken: self = .endpointTaken
        case .wrongClock: self = .wrongClock
        case .otherDevice: self = .deviceRefused
        case .deviceRetired, .deviceEnded: self = .deviceGone
        case .relay(.later), .relay(.unanswered): self = .unavailable
        default: self = .refused
        }
    }
}
