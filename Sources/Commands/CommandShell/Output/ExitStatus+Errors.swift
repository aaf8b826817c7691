// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushCoding
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore

extension ExitStatus {
    /// How a command ends that fails with an error of a library: the same in every subcommand.
    package init(_ error: any ExplainedError) {
        switch error {
        case let error as OpeningError: self.init(error)
        case SealingError.memoryUnavailable: self = .storeUnusable
        case SealingError.json, SealingError.notAnObject, SealingError.noAps,
            SealingError.topicNotAString:
            self = .notAuthentic
        case is SealingError: self = .notSealed
        case let error as AttachmentError: self.init(error)
        case let error as BackupError: self.init(error)
        case let error as KeyError: self.init(error)
        case let error as ContactError: self.init(error)
        case ReceiverError.refused(let error): self.init(error)
        case StoreError.emptyPassphrase: self = .usage
        case is StoreError, is ReceiverError: self = .storeUnusable
        case is OuterPayloadError, is WireError: self = .notAuthentic
        default: self = .failure
        }
    }

    private init(_ error: OpeningError) {
        self =
            switch error {
            case .unknownPrekey: .notForThisDevice
            case .prekeyUsed, .prekeyExpired, .expired, .replayed:
                .replayedOrExpired
            case .senderNotAccepted: .senderNotAccepted
            case .malformedPayload, .notSealed, .malformedEnvelope, .unknownVersion, .cannotOpen,
                .malformedMessage, .wrongSignature:
                .notAuthentic
            }
    }

    private init(_ error: AttachmentError) {
        self =
            switch error {
            case .tooLarge, .empty: .notSealed
            case .storageUnavailable: .failure
            default: .notAuthentic
            }
    }

    private init(_ error: BackupError) {
        self =
            switch error {
            case .notABackup, .truncated, .damaged: .notAuthentic
            case .file: .failure
            case .unreadable, .store(.emptyPassphrase): .usage
            case .tooNew, .tooOld, .wrongPassphrase, .store: .storeUnusable
            }
    }

    private init(_ error: KeyError) {
        self =
            switch error {
            case .senderNameRefused, .tooManyPrekeys, .malformedSubscription: .usage
            case .senderSilenced: .senderNotAccepted
            case .otherDevice: .notForThisDevice
            default: .storeUnusable
            }
    }

    private init(_ error: ContactError) {
        self =
            switch error {
            case .store: .storeUnusable
            case .identityChanged, .wouldRename, .identityRevoked, .numberMismatch,
                .contactBlocked:
                .senderNotAccepted
            case .bundleRefused, .bundleTooLarge: .notAuthentic
            case .repeatedDevice, .noPrekeys, .tooManyDevices: .notSealed
            case .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong, .codeRefused,
                .unknownContact, .avatarRefused:
                .usage
            }
    }
}
