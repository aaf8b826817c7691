// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushKeys
import Synchronization

/// The memory of a sender that takes one-time prekeys from a folder, as `directory claim` does: one
/// that it uses is noted in the folder, too, and goes to no other sender.
///
/// Everything else is remembered by the sender's store alone.
struct DirectoryMemory: SenderMemory {
    private let store: StoredSenderMemory
    private let folder: DirectoryFolder
    /// The bundle of each device in the folder.
    private let names: [DeviceIdentity: String]
    private let refusals = Refusals()

    init(
        _ store: StoredSenderMemory,
        _ folder: DirectoryFolder,
        names: [DeviceIdentity: String]
    ) {
        (self.store, self.folder, self.names) = (store, folder, names)
    }

    /// False also where the folder can't note the use: then the reusable prekey is sealed to.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        guard let name = names[record.device], !refusals.names.withLock({ $0.contains(name) }),
            try await store.noteUse(of: record)
        else { return false }
        do {
            return try folder.take(record, from: name)
        } catch {
            refusals.names.withLock { _ = $0.insert(name) }
            let reason = CommandError(error)?.message ?? "the folder can't be used"
            Console.note("one-time prekeys of the folder are not used: \(reason)")
            return false
        }
    }

    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try await store.pins(of: device)
    }

    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try await store.pin(bundle)
    }

    func retirement(of device: DeviceIdentity) async throws(SealingError) -> DeviceIdentity
        .Retirement?
    {
        try await store.retirement(of: device)
    }

    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        try await store.retire(retirement)
    }

    /// The bundles in whose list a use could not be noted.
    private final class Refusals: Sendable {
        let names = Mutex<Set<String>>([])
    }
}
