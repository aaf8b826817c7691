// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
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
        5: [.prekeyUsed, .prekeyExpired, .expired, .createdInFuture, .replayed],
        7: [.senderNotAccepted],
    ]

    @Test(arguments: OpeningError.allCases)
    func `every refusal of a message has its class`(_ error: OpeningError) throws {
        let entry = try #require(Self.classes.first { $0.value.contains(error) })
        let shown = CommandError(error)
        #expect(shown.status.rawValue == entry.key)
        #expect(shown.name == error.rawValue)
        #expect(shown.message.hasSuffix("(\(error.rawValue))"))
        #expect(CommandError(ReceiverError.refused(error)) == shown)
    }

    @Test func `the table names every refusal once`() {
        #expect(Self.classes.values.reduce(0) { $0 + $1.count } == OpeningError.allCases.count)
    }

    @Test(arguments: [
        (SealingError.contentTooLarge(needed: 2, available: 1), 2 as Int32),
        (.placeholderRefused(needed: 257), 2), (.placeholderRefused(needed: nil), 2),
        (.reservedKey, 2), (.attachmentsTooLarge, 2), (.noPrekey, 2), (.prekeyNotYetValid, 2),
        (.prekeyRolledBack, 2), (.prekeyContradicted, 2), (.deviceRetired, 2), (.newDevice, 2),
        (.tooManyDevices, 2), (.memoryUnavailable, 6),
    ])
    func `every refusal to seal has its class`(_ error: SealingError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
        // The name is the case.
        #expect("\(error)".hasPrefix(CommandError(error).name))
    }

    @Test(arguments: [
        (BackupError.notABackup, "notABackup", 4 as Int32),
        (.truncated, "truncated", 4), (.damaged, "damaged", 4),
        (.wrongPassphrase, "wrongPassphrase", 6), (.tooNew(version: 2), "backupTooNew", 6),
        (.file(.alreadyExists), "alreadyExists", 6), (.file(.outOfSpace), "backupFile", 6),
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

    @Test(arguments: [
        StoreError.empty, .alreadyExists, .unavailable(code: 2), .wrongKey, .otherKeyKind,
        .orphaned, .locked, .credentialMissing, .corrupted, .tooNew(version: 2),
        .emptyPassphrase, .symbolicLink, .unexpectedKind,
        .foreignOwner, .unsafePermissions, .recordTooLarge, .outOfSpace, .inputOutput(code: 5),
    ])
    func `a store that can't be used ends with 6`(_ error: StoreError) {
        let shown = CommandError(error)
        #expect(shown.status == .storeUnusable)
        #expect("\(error)".hasPrefix(shown.name))
        #expect(CommandError(KeyError.store(error)) == shown)
        // What is damaged there is one contact, which is told in other words.
        #expect(CommandError(ContactError.store(error)).name == shown.name)
        #expect(CommandError(ContactError.store(error)).status == shown.status)
        // So is one record of a message.
        let ofMessage = CommandError(ReceiverError.claims(error))
        #expect(ofMessage.name == shown.name && ofMessage.status == shown.status)
        #expect((ofMessage == shown) == (error != .corrupted))
    }

    @Test func `only a damaged device asks for a new one`() {
        let device = CommandError(KeyError.deviceDamaged)
        #expect(device.hint?.contains("hand out its bundle") == true)
        let records = [
            CommandError(KeyError.senderDamaged), CommandError(KeyError.store(.corrupted)),
            CommandError(ContactError.store(.corrupted)),
            CommandError(ReceiverError.keys(.store(.corrupted))),
            CommandError(ReceiverError.claims(.corrupted)),
            CommandError(ReceiverError.parking(.corrupted)),
        ]
        for error in records {
            #expect(error.status == .storeUnusable)
            #expect(error.hint?.contains("new device") == false)
            #expect(error.hint?.contains("device init") == false)
        }
    }

    @Test func `damage of a contact's record says what to do about the contact`() {
        let shown = CommandError(ContactError.store(.corrupted))
        #expect(shown.message == "the record of a contact is damaged")
        #expect(shown.hint?.contains("'sealedpush contact remove'") == true)
        let whole = CommandError(ContactError.store(.outOfSpace))
        #expect(whole == CommandError(StoreError.outOfSpace))
    }

    @Test(arguments: [
        (KeyError.noDevice, 6 as Int32), (.noSender, 6), (.identityExists, 6), (.unusableKey, 6),
        (.tooManyPrekeys(limit: 255), 64), (.senderRevoked, 6), (.senderNameRefused, 64),
        (.wrongDevice, 4), (.noRetirement, 6), (.deviceDamaged, 6), (.senderDamaged, 6),
    ])
    func `every refusal of the keys has its class`(_ error: KeyError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test(arguments: [
        (ContactError.nameEmpty, 64 as Int32), (.nameTooLong, 64), (.nameRefused, 64),
        (.codeEmpty, 64),
        (.codeTooLong, 64), (.codeRefused, 64), (.unknownContact, 64), (.identityChanged, 7),
        (.bundleTooLarge, 2), (.bundleRefused(.wrongCheck), 2), (.repeatedDevice, 2),
        (.noPrekeys, 2),
        (.tooManyDevices, 2), (.successionConflict, 7), (.identityRevoked, 7), (.numberMismatch, 7),
        (.contactBlocked, 7), (.avatarRefused, 64),
    ])
    func `every refusal of a contact has its class`(_ error: ContactError, _ status: Int32) {
        #expect(CommandError(error).status.rawValue == status)
    }

    @Test func `messages are lower case, without a full stop`() {
        let errors =
            OpeningError.allCases.map { CommandError($0) }
            + WireError.allCases.map { CommandError($0, in: "bundle", .notSealed) }
        for error in errors {
            #expect(error.message.first?.isLowercase == true)
            #expect(!error.message.hasSuffix("."))
        }
    }
}
