// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension RecordStore {
    /// The contacts of a store that has a device, which they are for; `hint` says so.
    func contacts(_ hint: String) throws -> ContactBook {
        do throws(KeyError) {
            _ = try DeviceKeys(in: self)
        } catch .noDevice {
            throw CommandError(wrongStore: .noDevice, hint)
        }
        return ContactBook(self)
    }

    /// What a store that has a sender remembers; `hint` says that it is for those.
    ///
    /// In another it would be lost, and make the store look as if it had lost its sender.
    func senderMemory(_ hint: String) throws -> StoredSenderMemory {
        do throws(KeyError) {
            try SenderIdentities.checkPresence(in: self)
        } catch .noSender {
            throw CommandError(wrongStore: .noSender, hint)
        }
        return StoredSenderMemory(in: self)
    }
}

extension StoreOptions {
    /// Opens the store of a device.
    func openDevice() throws -> RecordStore {
        try Self.naming("device init --topic <topic>") { try open() }
    }

    /// Opens the store of a sender.
    func openSender() throws -> RecordStore {
        try Self.naming("sender init") { try open() }
    }

    /// Opens the store for its contacts, which a store without a device has none of.
    func openContacts() throws -> ContactBook {
        try openDevice().contacts(
            "contacts are for the stores of devices; 'sealedpush device init' makes a device"
        )
    }

    /// Opens the store for its recipients, which a store without a sender has none of.
    func openRecipients() throws -> StoredSenderMemory {
        try openSender().senderMemory("recipients are for the stores of senders")
    }
}

extension CommandError {
    /// A store of another kind; the hint says whose is meant, since to make an identity in this one
    /// would not help.
    fileprivate init(wrongStore error: KeyError, _ hint: String) {
        self.init(ExitStatus(error), name: error.name, error.message, hint: hint)
    }
}
