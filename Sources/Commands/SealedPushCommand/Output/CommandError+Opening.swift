// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension CommandError {
    /// The one table from the protocol's refusals to exit codes, and to what may be done about
    /// each.
    init(_ error: OpeningError) {
        let (status, message, hint): (ExitStatus, String, String?) =
            switch error {
            case .malformedPayload:
                (.notAuthentic, "the payload is malformed", "pass the whole JSON of the push")
            case .notSealed:
                (.notAuthentic, "the payload is not a sealed one", nil)
            case .malformedEnvelope:
                (.notAuthentic, "the envelope is malformed", "it was cut or altered on the way")
            case .unknownVersion:
                (
                    .notAuthentic, "the message is of another version of the protocol",
                    "install a newer 'sealedpush' on this device"
                )
            case .unknownPrekey:
                (
                    .notForThisDevice, "the message is not for this device",
                    "if it should be, give the sender a new bundle ('sealedpush device bundle')"
                )
            case .prekeyUsed:
                (
                    .replayedOrExpired, "the one-time prekey was used for another message",
                    "give the sender a new bundle"
                )
            case .prekeyExpired:
                (
                    .replayedOrExpired, "the prekey of the message has expired",
                    "give the sender a new bundle"
                )
            case .cannotOpen:
                (
                    .notAuthentic, "the message can't be opened",
                    "it was altered on the way, or sealed for another topic"
                )
            case .malformedMessage:
                (
                    .notAuthentic, "the sender wrote a malformed message",
                    "ask the sender to update its software"
                )
            case .senderNotAccepted:
                (
                    .senderNotAccepted, "the sender is not accepted",
                    "'sealedpush contact add' makes a contact of a sender whom you know"
                )
            case .wrongSignature:
                (.notAuthentic, "the message is not from the sender that it names", nil)
            case .expired:
                (.replayedOrExpired, "the message has expired", "check this device's clock")
            case .createdInFuture:
                (.replayedOrExpired, "the message is from the future", "check this device's clock")
            case .replayed:
                (.replayedOrExpired, "the message was handed over before", nil)
            }
        self.init(status, name: error.rawValue, "\(message) (\(error.rawValue))", hint: hint)
    }
}
