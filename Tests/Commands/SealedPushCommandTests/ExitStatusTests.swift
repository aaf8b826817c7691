// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushRelayClient
import SealedPushSender
import SealedPushStore
import Testing

@testable import SealedPushCommand

struct ExitStatusTests {
    /// The table of `docs/command.md`.
    static let classes: [Int32: Set<OpeningError>] = [
        3: [.unknownPrekey],
        4: [
            .malformedPayload, .notSealed, .malformedEnvelope, .unknownVersion, .cannotOpen,
            .malformedMessage, .wrongSignature,
        ],
        5: [.prekeyUsed, .prekeyExpired, .expired, .replayed],
        7: [.senderNotAccepted],
    ]

    @Test(arguments: OpeningError.all)
    func `every refusal of a message has its class`(_ error: OpeningError) throws {
        let entry = try #require(Self.classes.first { $0.value.contains(error) })
        let shown = CommandError(error)
        #expect(shown.status.rawValue == entry.key)
        #expect(shown.name == error.name)
        #expect(shown.message.hasSuffix("(\(error.name))"))
        #expect(CommandError(ReceiverError.refused(error)) == shown)
    }

    @Test func `the table names every refusal once`() {
        #expect(Self.classes.values.reduce(0) { $0 + $1.count } == OpeningError.all.count)
    }

    @Test(arguments: [
        (SealingError.contentTooLarge(needed: 2, available: 1), 2 as Int32),
        (.placeholderRefused(needed: 257), 2), (.placeholderRefused(needed: nil), 2),
        (.reservedKey, 2), (.attachmentsTooLarge, 2), (.noPrekey, 2), (.prekeyNotYetValid, 2),
        (.prekeyRolledBack, 2), (.prekeyContradicted, 2), (.deviceRetired, 2), (.newDevice, 2),
        (.tooManyDevices, 2), (.memoryUnavailable, 6), (.memoryUnavailable(.diskFull), 6),
    ])
    func `every refusal to seal has its class`(_ error: SealingError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
        // The name is the case.
        #expect("\(error)".hasPrefix(CommandError(error).name))
    }

    @Test(arguments: [
        (PairingError.wrongURL, 64 as Int32), (.nameRefused, 64), (.unreachable, 75),
        (.relay(.unanswered), 75), (.relay(.later(nil)), 75), (.relay(.refused), 8),
        (.noDrops, 8), (.noAnswer, 8), (.wrongClock, 8), (.deviceEnded, 8), (.otherDevice, 4),
        (.endpointTaken, 7), (.wrongNumber, 7), (.deviceRetired, 7), (.senderEnded, 7),
        (.sealing(.noPrekey), 2), (.store(.unknownRecipient), 64), (.store(.pairingEnded), 7),
        (.store(.store(.locked)), 6), (.cancelled, 1),
    ])
    func `every failure of a pairing has its class`(_ error: PairingError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test func `failures of a pairing are told in the words of its design`() {
        let told = [PairingError.noAnswer, .endpointTaken].map { CommandError($0).message }
        #expect(
            told == [
                "no phone answered in 10 minutes; run it again for a new code",
                "somebody else saw the code and used the phone's endpoint",
            ]
        )
    }

    @Test(arguments: [
        (BackupError.notABackup, "notABackup", 4 as Int32),
        (.truncated, "truncated", 4), (.damaged, "damaged", 4),
        (.wrongPassphrase, "wrongPassphrase", 6), (.tooNew(version: 3), "backupTooNew", 6),
        (.tooOld(version: 1), "backupTooOld", 6),
        (.file(.alreadyExists), "alreadyExists", 1), (.file(.outOfSpace), "backupFile", 1),
        (.unreadable(.outOfSpace), "usage", 64), (.store(.emptyPassphrase), "usage", 64),
        (.store(.locked), "locked", 6),
    ])
    func `every failure of a backup has its class`(
        _ error: BackupError,
        _ name: String,
        _ status: Int32
    ) {
        #expect(CommandError(error).status.rawValue == status)
        #expect(CommandError(error).name == name)
    }

    static let storeErrors: [StoreError] = [
        .empty, .alreadyExists, .unavailable(code: 2), .wrongKey, .otherKeyKind, .orphaned, .locked,
        .credentialMissing, .corrupted, .tooNew(version: 3), .tooOld(version: 1), .malformedKey,
        .symbolicLink,
        .obstructed(StorePlace("claims")), .unexpectedKind, .foreignOwner, .unsafePermissions,
        .recordTooLarge, .outOfSpace, .inputOutput(code: 5),
    ]

    @Test(arguments: storeErrors)
    func `a store that can't be used ends with 6`(_ error: StoreError) {
        let shown = CommandError(error)
        #expect(shown.status == .storeUnusable)
        #expect("\(error)".hasPrefix(shown.name))
        #expect(CommandError(KeyError.store(error)) == shown)
        #expect(CommandError(ReceiverError.store(error)) == shown)
        // What is damaged there is one contact, which is told in other words.
        let ofContact = CommandError(ContactError.store(error))
        #expect(ofContact.name == shown.name && ofContact.status == shown.status)
        #expect((ofContact == shown) == (error != .corrupted))
    }

    private static let damages: [ReceiverError] = [
        .prekeyDamaged, .contactDamaged, .claimDamaged, .deferral(.corrupted),
    ]

    @Test(arguments: damages)
    func `damage of one record of a message has the class of damage, and words of its own`(
        _ error: ReceiverError
    ) {
        let shown = CommandError(error)
        #expect(shown.name == "corrupted" && shown.status == .storeUnusable)
        #expect(shown.message != StoreError.corrupted.message)
    }

    @Test func `only a damaged device asks for a new one`() {
        #expect(KeyError.deviceDamaged.hint?.contains("hand out its bundle") == true)
        #expect(CommandError(ReceiverError.deviceDamaged) == CommandError(KeyError.deviceDamaged))
        let records: [any CommandFailure] =
            [KeyError.senderDamaged, StoreError.corrupted, ContactError.store(.corrupted)]
            + Self.damages
        for error in records {
            #expect(error.hint?.contains("new device") == false)
            #expect(error.hint?.contains("device init") == false)
        }
    }

    @Test func `damage of a contact's record says what to do about the contact`() {
        let shown = CommandError(ContactError.store(.corrupted))
        #expect(shown.message == "the record of a contact is damaged")
        #expect(shown.hint?.contains("'sealedpush contact remove'") == true)
    }

    @Test(arguments: [
        (KeyError.noDevice, 6 as Int32), (.noSender, 6), (.identityExists, 6), (.unusableKey, 6),
        (.tooManyPrekeys(limit: 255), 64), (.senderRevoked, 6), (.senderNameRefused, 64),
        (.noRetirement, 6), (.deviceDamaged, 6), (.senderDamaged, 6),
    ])
    func `every refusal of the keys has its class`(_ error: KeyError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test(arguments: [
        (ContactError.nameEmpty, 64 as Int32), (.nameTooLong, 64), (.nameRefused, 64),
        (.codeEmpty, 64),
        (.codeTooLong, 64), (.codeRefused, 64), (.unknownContact, 64), (.identityChanged, 7),
        (.identityRevoked, 7), (.numberMismatch, 7), (.contactBlocked, 7), (.avatarRefused, 64),
    ])
    func `every refusal of a contact has its class`(_ error: ContactError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test(arguments: [
        (DirectoryError.bundleTooLarge, 4 as Int32), (.bundleRefused(.wrongCheck), 4),
        (.repeatedDevice, 2), (.noPrekeys, 2), (.tooManyDevices, 2), (.codeRefused, 64),
        (.store(.outOfSpace), 6),
    ])
    func `every refusal of a directory has its class`(_ error: DirectoryError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test(arguments: WireError.all)
    func `a text that is refused ends with 4, whatever it is`(_ error: WireError) {
        for what in ["bundle", "identity", "statement"] {
            let shown = CommandError(error, in: what)
            #expect(shown.status == .notAuthentic && shown.name == error.name)
            #expect(shown.message.hasPrefix("the \(what) "))
            #expect(shown.message.hasSuffix(" (\(error.name))"))
        }
        #expect(
            CommandError(DirectoryError.bundleRefused(error)) == CommandError(error, in: "bundle")
        )
    }

    @Test(arguments: [
        (AttachmentError.empty, 2 as Int32), (.tooLarge, 2), (.storageUnavailable, 1),
        (.malformedReference, 4), (.wrongFile, 4), (.malformedFile, 4),
    ])
    func `every refusal of a file has its class`(_ error: AttachmentError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test(arguments: [
        (SealingError.json(.tooLong(9)), 4 as Int32), (.notAnObject, 4), (.noAps, 4),
        (.topicNotAString, 4), (.reservedKey, 2),
    ])
    func `every refusal of a payload has its class`(_ error: SealingError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }
}
