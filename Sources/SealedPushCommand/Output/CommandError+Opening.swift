// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension OpeningError {
    /// The class that a refusal belongs to: the one table from the protocol's errors to exit codes.
    var status: ExitStatus {
        switch self {
        case .unknownPrekey:
            .notForThisDevice
        case .prekeyUsed, .prekeyOverAge, .prekeyErased, .expired, .createdInFuture, .replayed:
            .replayedOrExpired
        case .senderNotAccepted:
            .senderNotAccepted
        // A suite other than the prekey's is an altered byte: the prekey itself is this device's.
        case .malformedPayload, .notSealed, .textTooLong, .textNotBase64URL, .tooShort,
            .unknownFormat, .unknownSuite, .flagsNotZero, .reservedNotZero, .wrongLength,
            .suiteMismatch, .lowOrderKey, .cannotOpen, .malformedPlaintext, .paddingNotZero,
            .senderKeyRefused, .wrongSignature, .malformedContent:
            .notAuthentic
        }
    }
}

extension CommandError {
    init(_ error: OpeningError) {
        let status = error.status
        let (message, hint): (String, String?) =
            switch (status, error) {
            case (.notForThisDevice, _):
                (
                    "the message is not for this device",
                    "if it should be, give the sender a new bundle ('sealedpush device bundle')"
                )
            case (.senderNotAccepted, _):
                (
                    "the sender is not accepted",
                    "'sealedpush contact add' makes a contact of a sender whom you know"
                )
            case (_, .replayed):
                ("the message was handed over before", nil)
            case (.replayedOrExpired, .createdInFuture):
                ("the message comes from the future", "check this device's clock")
            case (.replayedOrExpired, .expired):
                ("the message's time is over", "check this device's clock")
            case (.replayedOrExpired, _):
                ("the prekey of the message has served", "give the sender a new bundle")
            case (_, .notSealed):
                ("the payload is not a sealed one", nil)
            case (_, .cannotOpen):
                (
                    "the message can't be opened",
                    "it was altered on the way, or sealed for another topic"
                )
            default:
                ("the message is malformed or not authentic", nil)
            }
        self.init(status, name: error.rawValue, "\(message) (\(error.rawValue))", hint: hint)
    }
}
