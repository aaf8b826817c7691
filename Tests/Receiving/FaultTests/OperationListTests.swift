// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import TestSupport
import Testing

/// Whether the list of operations names whatever changes a store.
struct OperationListTests {
    /// The types that stand for a store or a part of one.
    private static let types: Set = [
        "RecordStore", "StoreDraft", "ClaimBook", "DeferredBook", "DeviceKeys", "SenderIdentities",
        "SenderMemory", "RecipientLists", "StoredSenderMemory", "PairedRecipients", "ContactBook",
        "NotificationReceiver",
        "NotificationDeferral", "PairingBook",
    ]

    /// Functions of theirs that are no operation, by why they are none.
    private static let others: [String: Set<String>] = [
        "changes nothing": [
            "ClaimBook.count", "ClaimBook.hasDirectory", "ClaimBook.init",
            "ClaimBook.isFullOfStrangers",
            "ClaimBook.read",
            "ContactBook.avatar", "ContactBook.export", "ContactBook.identity", "ContactBook.init",
            "ContactBook.isName", "ContactBook.isRevoked", "ContactBook.isSilenced",
            "ContactBook.lastSeen", "ContactBook.list", "ContactBook.name",
            "ContactBook.status", "DeviceKeys.answer",
            "DeviceKeys.checkSubscriber", "DeviceKeys.holds",
            "DeviceKeys.init",
            "DeviceKeys.isMaintenanceDue", "DeviceKeys.minimumEpoch",
            "DeviceKeys.possessionProof",
            "DeviceKeys.prekey", "DeviceKeys.prekeys", "DeviceKeys.randomSeeds",
            "DeviceKeys.records",
            "DeviceKeys.retirement", "DeviceKeys.retirements", "DeviceKeys.subscription",
            "NotificationDeferral.init",
            "NotificationReceiver.init",
            "NotificationReceiver.avatar", "NotificationReceiver.listContacts",
            "NotificationReceiver.isUnfinished", "PairingBook.all", "PairingBook.hasEnded",
            "NotificationReceiver.trace",
            "PairingBook.init", "PairingBook.isPaired", "PairingBook.isSettled",
            "PairingBook.pairing",
            "DeferredBook.read",
            "DeferredBook.awaitedPrekeys", "DeferredBook.count",
            "DeferredBook.init", "DeferredBook.list", "RecordStore.accessClass",
            "RecordStore.contains",
            "RecordStore.count", "RecordStore.folder", "RecordStore.forEach", "RecordStore.keyKind",
            "RecordStore.list",
            "RecordStore.read",
            "RecordStore.readSecret", "RecordStore.restoredAt", "SenderIdentities.checkPresence",
            "SenderIdentities.identities", "SenderIdentities.list", "SenderIdentities.statements",
            "SenderMemory.check",
            "PairedRecipients.current", "PairedRecipients.init", "PairedRecipients.isCurrent",
            "PairedRecipients.list", "PairedRecipients.named",
            "StoredSenderMemory.devices", "StoredSenderMemory.isRemoved",
            "StoredSenderMemory.removedDevices",
            "StoredSenderMemory.init", "StoredSenderMemory.pins",
            "StoredSenderMemory.retirement",
        ],
        "a step of nearly every operation": [
            "ClaimBook.prepare", "RecordStore.remove", "RecordStore.replace", "RecordStore.sync",
            "ClaimBook.syncDirectories",
        ],
        "removes what is no longer read, a file at a time": [
            "ClaimBook.clearDamaged", "ClaimBook.withdraw", "DeferredBook.removeDamaged",
            "RecordStore.removeDamaged", "StoredSenderMemory.forgetEnded",
        ],
        "undoes DeviceKeys.acknowledge, a file for each generation: again, and it is whole": [
            "DeviceKeys.takeBackAcknowledgement"
        ],
        "appends to two chains what earlier links say: again, and it is whole": [
            "StoredSenderMemory.mend"
        ],
        "adds a byte to a file: again, and one more is counted": ["ClaimBook.countStranger"],
        "a step of making a device, one file": ["DeviceKeys.keepRetirement"],
        "adds words for people to DeferredBook.keep": ["NotificationDeferral.keep"],
        "calls DeviceKeys.sweep": ["NotificationReceiver.sweepIfDue"],
        "calls StoredSenderMemory.retire": ["SenderMemory.learn"],
    ]

    @Test(.rules("C-27"))
    func
        `every function that changes a store is in the list of operations, or has a reason not to be`()
        throws
    {
        let covered = Set(StoreOperation.all.flatMap(\.covers))
        let excused = Self.others.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let found = try functions()
        #expect(found.count > 60)
        #expect(found.subtracting(covered).subtracting(excused).sorted() == [])
        #expect(covered.subtracting(found).sorted() == [], "the list names what is not there")
        #expect(excused.subtracting(found).sorted() == [], "the reasons name what is not there")
        #expect(Set(StoreOperation.all.map(\.name)).count == StoreOperation.all.count)
    }

    /// The public and package functions of the types, as `Type.function`.
    private func functions() throws -> Set<String> {
        var found: Set<String> = []
        let modules = [
            "Storage/SealedPushStore", "Storage/SealedPushClaims", "Identity/SealedPushKeys",
            "Identity/SealedPushContacts", "Receiving/SealedPushReceiver",
        ]
        for module in modules {
            let folder = "\(Repository.folder)Sources/\(module)"
            let files = FileManager.default.enumerator(atPath: folder)
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix(".swift") else { continue }
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                found.formUnion(functions(in: text))
            }
        }
        return found
    }

    private func functions(in text: String) -> Set<String> {
        let declaration = /^(?:\w+ )*(?:extension|struct|enum|class|protocol) (\w+)/
        let function = /^ {4}(?:public|package) (?:\w+ )*(?:func (\w+)|init)/
        var found: Set<String> = []
        var type = ""
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: declaration) { type = String(match.1) }
            guard Self.types.contains(type), let match = line.firstMatch(of: function) else {
                continue
            }
            found.insert("\(type).\(match.1 ?? "init")")
        }
        return found
    }
}
