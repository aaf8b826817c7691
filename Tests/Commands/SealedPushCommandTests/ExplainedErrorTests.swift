// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import Testing

struct ExplainedErrorTests {
    private static let json: [JSONError] = [
        .tooLong(9), .byteOrderMark, .unexpectedEnd(at: 1), .unexpectedByte(at: 1),
        .trailingBytes(at: 1), .tooDeep(at: 1), .duplicateKey(at: 1), .controlCharacter(at: 1),
        .invalidUTF8(at: 1), .invalidEscape(at: 1), .loneSurrogate(at: 1),
    ]

    private static let payload: [SealingError] = [
        .json(.byteOrderMark), .notAnObject, .noAps, .topicNotAString,
    ]

    private static let outer: [OuterPayloadError] = [
        .emptyPlaceholder, .placeholderTooLarge(needed: 2, available: 1),
        .envelopeTooLarge(needed: 2, available: 1), .tooLong(9), .json(.byteOrderMark),
        .notAnObject, .noEncryptedContent,
    ]

    private static let sealing: [SealingError] = [
        .contentTooLarge(needed: 2, available: 1), .placeholderRefused(needed: 257),
        .placeholderRefused(needed: nil), .reservedKey, .attachmentsTooLarge, .noPrekey,
        .prekeyNotYetValid, .prekeyRolledBack, .prekeyContradicted, .deviceRetired, .newDevice,
        .tooManyDevices, .memoryUnavailable, .memoryUnavailable(.readOnly),
    ]

    private static let crypto: [CryptoError] = [
        .wrongLength(expected: 32, got: 31), .lowOrderPoint, .invalidPublicKey, .cannotOpen,
        .truncated, .trailingBytes, .wrongHeader, .wrongPadding, .cannotDerive,
    ]

    private static let backup: [BackupError] = [
        .notABackup, .tooNew(version: 3), .tooOld(version: 1), .wrongPassphrase, .truncated,
        .damaged,
        .file(.alreadyExists), .file(.outOfSpace), .unreadable(.outOfSpace), .store(.locked),
    ]

    private static let keys: [KeyError] = [
        .store(.locked), .noDevice, .deviceDamaged, .senderDamaged, .noSender, .senderRevoked,
        .senderNameRefused, .noRetirement, .identityExists,
        .tooManyPrekeys(limit: 255), .otherDevice, .unusableKey,
    ]

    private static let contacts: [ContactError] = [
        .nameEmpty, .nameTooLong, .nameRefused, .codeEmpty, .codeTooLong, .codeRefused,
        .identityChanged, .wouldRename, .unknownContact, .numberMismatch, .contactBlocked,
        .avatarRefused, .identityRevoked, .store(.corrupted), .store(.outOfSpace),
    ]

    private static let directory: [DirectoryError] = [
        .codeRefused, .bundleTooLarge, .bundleRefused(.wrongCheck), .repeatedDevice, .noPrekeys,
        .tooManyDevices, .store(.outOfSpace),
    ]

    private static let entries: [ContactEntryError] = [
        .tooLarge, .notUTF8, .malformedJSON(.duplicateKey(at: 1)), .notAnObject, .malformedLine,
        .wrongVersion, .unfinished, .outsideCard, .wrongEscape, .wrongValue, .repeated,
        .noIdentity, .identityRefused, .noName, .unknownCharset,
    ]

    private static let receiver: [ReceiverError] = [
        .refused(.expired), .store(.locked), .noDevice, .deviceDamaged, .prekeyDamaged,
        .unusableKey, .contactDamaged, .claimDamaged, .deferral(.corrupted), .deferral(.outOfSpace),
        .deferralFull,
    ]

    private static let all: [[any ExplainedError]] = [
        OpeningError.allCases, WireError.allCases, AttachmentError.allCases, json, payload, outer,
        sealing, crypto, ExitStatusTests.storeErrors, backup, keys, contacts, directory,
        entries, receiver,
    ]

    @Test func `every error of a library says what is wrong in words that stand in a sentence`() {
        for error in Self.all.joined() {
            let hint = (error as? any CommandFailure)?.hint
            for text in [error.message, hint].compactMap(\.self) {
                #expect(text.count > 8, "\(error)")
                // A sentence may begin with the name of a key or a command.
                #expect(text.first?.isUppercase == false, "\(error): \(text)")
                #expect(text.last != "." && text.last != ":", "\(text)")
            }
            let isWord = error.name.utf8.allSatisfy { 0x30...0x7A ~= $0 }
            #expect(isWord && error.name.first?.isLowercase == true, "\(error.name)")
        }
    }

    @Test func `no two refusals of a product are told by the same words`() {
        for errors in [
            OpeningError.allCases.map(\.message), AttachmentError.allCases.map(\.message),
        ] {
            #expect(Set(errors).count == errors.count)
        }
        // Both mean that a person copied it wrongly.
        #expect(WireError.malformed.message == WireError.wrongCheck.message)
        #expect(Set(WireError.allCases.map(\.message)).count == WireError.allCases.count - 1)
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

    @Test func `the name of an error is its case, or that of the error inside`() {
        #expect(SealingError.contentTooLarge(needed: 2, available: 1).name == "contentTooLarge")
        #expect(SealingError.noPrekey.name == "noPrekey")
        #expect(StoreError.inputOutput(code: 5).name == "inputOutput")
        #expect(KeyError.store(.tooNew(version: 9)).name == "tooNew")
        #expect(DirectoryError.bundleRefused(.wrongCheck).name == "wrongCheck")
        #expect(ReceiverError.refused(.cannotOpen).name == "cannotOpen")
    }
}
