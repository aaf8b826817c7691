// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushRelayClient
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

struct ExplainedErrorTests {
    /// An error of each case, and the file that has the cases.
    private static let samples: [(file: String, errors: [any NamedError])] = [
        ("Protocol/SealedPush/Opening/OpeningError", OpeningError.all),
        ("Protocol/SealedPush/Wire/WireError", WireError.all),
        ("Protocol/SealedPush/Attachments/AttachmentError", AttachmentError.all),
        (
            "Protocol/SealedPush/Sealing/SealingError",
            [
                .json(.byteOrderMark), .notAnObject, .noAps, .topicNotAString,
                .contentTooLarge(needed: 2, available: 1), .placeholderRefused(needed: 257),
                .placeholderRefused(needed: nil), .reservedKey, .attachmentsTooLarge, .noPrekey,
                .prekeyNotYetValid, .prekeyRolledBack, .prekeyContradicted, .deviceRetired,
                .newDevice, .tooManyDevices, .memoryUnavailable, .memoryUnavailable(.readOnly),
            ] as [SealingError]
        ),
        ("Storage/SealedPushStore/StoreError", ExitStatusTests.storeErrors + [.emptyPassphrase]),
        (
            "Storage/SealedPushStore/Backup/BackupError",
            [
                .notABackup, .tooNew(version: 3), .tooOld(version: 1), .wrongPassphrase,
                .truncated, .damaged, .file(.alreadyExists), .file(.outOfSpace),
                .unreadable(.outOfSpace), .store(.locked),
            ] as [BackupError]
        ),
        (
            "Identity/SealedPushKeys/KeyError",
            [
                .store(.locked), .noDevice, .deviceDamaged, .senderDamaged, .noSender,
                .senderRevoked, .senderNameRefused, .noRetirement, .identityExists,
                .tooManyPrekeys(limit: 255), .otherDevice, .unusableKey, .malformedChallenge,
                .senderSilenced, .malformedSubscription, .unknownRecipient, .severalRecipients,
                .labelRefused, .labelTaken, .deviceRemoved, .pairingEnded,
            ] as [KeyError]
        ),
        (
            "Relay/SealedPushRelayClient/Pairing/PairingError",
            [
                .wrongURL, .nameRefused, .unreachable, .noDrops, .noAnswer, .senderEnded,
                .endpointTaken, .wrongClock, .otherDevice, .deviceRetired, .deviceEnded,
                .relay(.refused), .sealing(.noPrekey), .wrongNumber, .store(.labelTaken),
                .cancelled, .confirmedBefore, .answeredBefore,
            ] as [PairingError]
        ),
        (
            "Relay/SealedPushRelayClient/Notifying/DeviceResult",
            [.payload(.noAps), .store(.unknownRecipient), .noDevice, .cancelled] as [NotifyError]
        ),
        (
            "Identity/SealedPushContacts/ContactError",
            [
                .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong,
                .codeRefused, .identityChanged, .wouldRename, .unknownContact, .numberMismatch,
                .contactBlocked, .avatarRefused, .identityRevoked, .store(.corrupted),
                .store(.outOfSpace),
            ] as [ContactError]
        ),
        (
            "Identity/SealedPushContacts/Exchange/ContactEntry",
            [
                .tooLarge, .notUTF8, .malformedJSON(.duplicateKey(at: 1)),
                .notAnObject, .malformedLine, .wrongVersion, .unfinished, .outsideCard,
                .wrongEscape, .wrongValue, .repeated, .noIdentity, .identityRefused, .noName,
                .unknownCharset,
            ] as [ContactEntryError]
        ),
        (
            "Sending/SealedPushSender/Directory/FolderDeviceDirectory",
            [
                .codeRefused, .bundleTooLarge, .bundleRefused(.wrongCheck),
                .repeatedDevice, .noPrekeys, .tooManyDevices, .store(.outOfSpace),
            ] as [DirectoryError]
        ),
        (
            "Receiving/SealedPushReceiver/Opening/ReceiverError",
            [
                .refused(.expired), .store(.locked), .noDevice, .deviceDamaged,
                .prekeyDamaged, .unusableKey, .contactDamaged, .claimDamaged,
                .deferral(.corrupted), .deferral(.outOfSpace), .deferralFull,
            ] as [ReceiverError]
        ),
        (
            "Relay/SealedPushRelayClient/Pairings/DevicePairingError",
            [
                .over(.latest), .otherRelay("https://a.example", registered: []), .blocked,
                .revoked, .changed, .testIdentity, .ownIdentity, .notificationsOff,
                .noDeviceName, .answered, .unanswered, .ended, .noDrops, .relay(.unreachable),
                .contacts(.nameEmpty), .keys(.noDevice), .store(.locked),
            ] as [DevicePairingError]
        ),
    ]

    /// Those that have no name of their own.
    private static let others: [[any ExplainedError]] = [
        [
            .tooLong(9), .byteOrderMark, .unexpectedEnd(at: 1), .unexpectedByte(at: 1),
            .trailingBytes(at: 1), .tooDeep(at: 1), .duplicateKey(at: 1), .controlCharacter(at: 1),
            .invalidUTF8(at: 1), .invalidEscape(at: 1), .loneSurrogate(at: 1),
        ] as [JSONError],
        [
            .emptyPlaceholder, .placeholderTooLarge(needed: 2, available: 1),
            .envelopeTooLarge(needed: 2, available: 1), .tooLong(9), .json(.byteOrderMark),
            .notAnObject, .noEncryptedContent,
        ] as [OuterPayloadError],
        [
            .wrongLength(expected: 32, got: 31), .lowOrderPoint, .invalidPublicKey,
            .cannotOpen, .truncated, .trailingBytes, .wrongHeader, .wrongPadding, .cannotDerive,
        ] as [CryptoError],
    ]

    /// The names that tools know errors by.
    private static let names = """
        OpeningError: malformedPayload notSealed malformedEnvelope unknownVersion \
        unknownPrekey prekeyUsed prekeyExpired cannotOpen malformedMessage senderNotAccepted \
        wrongSignature expired replayed
        WireError: malformed unknownVersion identityRefused keyRefused wrongSignature \
        repeatedPrekey wrongPrefix wrongCheck equalKeys cannotOpen
        AttachmentError: malformedReference tooLarge empty senderNotAllowed addressNotAllowed \
        unavailable timedOut wrongFile malformedFile storageUnavailable notAccepted
        SealingError: json notAnObject noAps topicNotAString contentTooLarge \
        placeholderRefused placeholderRefused reservedKey attachmentsTooLarge noPrekey \
        prekeyNotYetValid prekeyRolledBack prekeyContradicted deviceRetired newDevice \
        tooManyDevices memoryUnavailable memoryUnavailable
        StoreError: empty alreadyExists unavailable wrongKey otherKeyKind orphaned locked \
        credentialMissing corrupted tooNew tooOld malformedKey symbolicLink obstructed \
        unexpectedKind foreignOwner unsafePermissions recordTooLarge outOfSpace inputOutput \
        emptyPassphrase
        BackupError: notABackup backupTooNew backupTooOld wrongPassphrase truncated damaged \
        alreadyExists backupFile backupFile locked
        KeyError: locked noDevice deviceDamaged senderDamaged noSender senderRevoked \
        senderNameRefused noRetirement identityExists tooManyPrekeys otherDevice unusableKey \
        malformedChallenge senderSilenced malformedSubscription unknownRecipient \
        severalRecipients labelRefused labelTaken deviceRemoved pairingEnded
        PairingError: wrongURL nameRefused unreachable noDrops noAnswer senderEnded \
        endpointTaken wrongClock otherDevice deviceRetired deviceEnded relay noPrekey \
        wrongNumber labelTaken cancelled confirmedBefore answeredBefore
        NotifyError: noAps unknownRecipient noDevice cancelled
        ContactError: nameEmpty nameTooLong nameRefused codeEmpty codeTooLong codeRefused \
        identityChanged wouldRename unknownContact numberMismatch contactBlocked avatarRefused \
        identityRevoked corrupted outOfSpace
        ContactEntryError: tooLarge notUTF8 malformedJSON notAnObject malformedLine \
        wrongVersion unfinished outsideCard wrongEscape wrongValue repeated noIdentity \
        identityRefused noName unknownCharset
        DirectoryError: codeRefused tooLarge wrongCheck repeatedDevice noPrekeys \
        tooManyDevices outOfSpace
        ReceiverError: expired locked noDevice deviceDamaged corrupted unusableKey corrupted \
        corrupted corrupted outOfSpace deferralFull
        DevicePairingError: over otherRelay blocked revoked changed testIdentity equalKeys \
        notificationsOff noDeviceName answered unanswered ended noDrops unreachable nameEmpty \
        noDevice locked
        """

    @Test func `each error keeps the name that tools know it by`() {
        let lines = Self.samples.map { _, errors in
            "\(type(of: errors[0])): " + errors.map(\.name).joined(separator: " ")
        }
        #expect(lines.joined(separator: "\n") == Self.names)
    }

    @Test func `each case of an error is looked at here`() throws {
        for (file, errors) in Self.samples {
            let text = try String(decoding: Repository.read("Sources/\(file).swift"), as: UTF8.self)
            let type = "enum \(type(of: errors[0])): "
            let cases = try #require(text.components(separatedBy: type).last)
                .prefix(while: { $0 != "}" }).matches(of: #/\n +case (\w+)/#).map { String($0.1) }
            #expect(!cases.isEmpty)
            // Only a store makes that one.
            let seen = errors.map { String("\($0)".prefix { $0 != "(" }) } + ["foldersMissing"]
            #expect(Set(cases).subtracting(seen) == [])
        }
    }

    @Test func `every error of a library says what is wrong in words that stand in a sentence`() {
        for error in Self.samples.flatMap(\.errors) + Self.others.joined() {
            let hint = (error as? any CommandFailure)?.hint
            for text in [error.message, hint].compactMap(\.self) {
                #expect(text.count > 8, "\(error)")
                // A sentence may begin with the name of a key or a command.
                #expect(text.first?.isUppercase == false, "\(error): \(text)")
                #expect(text.last != "." && text.last != ":", "\(text)")
            }
        }
    }

    @Test func `no two refusals of a product are told by the same words`() {
        for errors in [
            OpeningError.all.map(\.message), AttachmentError.all.map(\.message),
        ] {
            #expect(Set(errors).count == errors.count)
        }
        // Both mean that a person copied it wrongly.
        #expect(WireError.malformed.message == WireError.wrongCheck.message)
        #expect(Set(WireError.all.map(\.message)).count == WireError.all.count - 1)
    }

    @Test(arguments: [
        (
            OpeningError.senderNotAccepted as any CommandFailure,
            "a revoked one needs a new identity"
        ),
        (OpeningError.prekeyExpired, "check this device's clock"),
        (ContactError.store(.corrupted), "block it again if it was blocked"),
        (ContactError.store(.corrupted), "if none is missing"),
        (StoreError.wrongKey, "what the store was made with"),
        (StoreError.malformedKey, "put it back from a copy"),
        (StoreError.tooOld(version: 1), "make a new store"),
        (SealingError.memoryUnavailable(.damaged), "damaged"),
    ])
    func `a hint names each thing that may help`(_ error: any CommandFailure, _ words: String) {
        #expect(error.hint?.contains(words) == true)
    }
}
