// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushRelayClient
import SealedPushServiceExtension
import SealedPushStore

/// The device's keys and what waits for it: made once, kept fresh, known to the server. Off the main thread.
actor Device {
    /// Who writes to this device: the name that the user sees, and what `sealedpush sender identity` prints on the server.
    struct Sender {
        let name: String
        let identity: String
    }

    private let sender: Sender
    private let relay: Relay
    /// What the phone calls itself to those whom it pairs with.
    private let name: String
    private let permission: @Sendable () async -> Pairings.Notifications
    private var token: Data?
    private var isPosting = false
    private var isAskedAgain = false

    init(
        sender: Sender,
        relay: Relay,
        name: String,
        permission: @escaping @Sendable () async -> Pairings.Notifications
    ) {
        self.sender = sender
        self.relay = relay
        self.name = name
        self.permission = permission
    }

    /// Does whatever is due: at each launch, at each unlock, when the token comes, and once a day.
    ///
    /// Prekeys serve for 45 days: a device that is never updated can't be written to any more.
    ///
    /// - Throws: `StoreError.locked` before the first unlock. `StoreError.orphaned` where the store's key is gone: that
    ///   the user has to be told, and ``reset()`` is for him to choose.
    func update(token new: Data? = nil) async throws {
        if let new { token = new }
        let keys = try DeviceKeys(in: openOrMake())
        // What waits can be slow to show, and the keys are not to wait for it; nor does it end where they fail.
        let posting = Task { await postBacklog() }
        do {
            try await refresh(keys)
        } catch {
            await posting.value
            throw error
        }
        await posting.value
    }

    private func refresh(_ keys: DeviceKeys) async throws {
        let report = try keys.maintain(at: .now)
        if let token { try await relay.update(token: token, keys: keys) }
        // Undoes what was not paired in a day, and ends the endpoints of blocked contacts.
        if try RelayDevice.load() != nil { try await pairings().maintain() }
        // The rest was done all the same, and the next run tries again.
        if let failure = report.failures.first { throw failure }
    }

    /// Takes a push that came to the app: perhaps it has the code that the relay waits for.
    func take(_ push: sending [AnyHashable: Any]) async throws {
        if try await RelayDevice.answer(push, by: relay.client) { try await update() }
    }

    /// The pairings of this device, once it is registered at the relay.
    func pairings() throws -> Pairings {
        let known = try RelayDevice.load().map { (relay: relay.client, device: $0.registration) }
        return try Pairings(
            in: openOrMake(),
            at: [known].compactMap(\.self),
            as: name,
            notifications: permission
        )
    }

    /// Shows what waited: one run at a time, and once more where that was asked for meanwhile.
    func postBacklog() async {
        isAskedAgain = true
        guard !isPosting else { return }
        isPosting = true
        defer { isPosting = false }
        while isAskedAgain {
            isAskedAgain = false
            // Where the device is still locked this throws, and what waits goes on waiting.
            _ = try? await ServiceSettings.shared.postBacklog()
            // The system forgets contacts that are blocked, revoked or in doubt.
            try? await ServiceSettings.shared.deleteDoubtfulDonations()
        }
    }

    /// Makes a new device in the place of one that can't be opened any more.
    ///
    /// The server learns the new device's subscription at its activation.
    func reset() async throws {
        try FileManager.default.moveItem(
            atPath: Shared.store,
            toPath: "\(Shared.store).lost-\(UUID().uuidString)"
        )
        try RelayDevice.remove()
        try await update()
    }

    private func openOrMake() throws -> RecordStore {
        do throws(StoreError) {
            return try RecordStore.open(at: Shared.store, key: Shared.key)
        } catch .empty {
            return try make()
        }
    }

    private func make() throws -> RecordStore {
        let files = FileManager.default
        try files.createDirectory(at: Shared.folder, withIntermediateDirectories: true)
        #if os(iOS)
            try files.setAttributes(
                [.protectionKey: FileProtectionType.none],
                ofItemAtPath: Shared.folder.path
            )
        #endif
        guard let topic = Topic(Shared.topic) else { preconditionFailure("no bundle id") }
        let draft = try StoreDraft(at: Shared.store, key: Shared.key)
        try DeviceKeys.create(in: draft.store, topic: topic, now: .now)
        let contacts = ContactBook(draft.store)
        try contacts.add(
            name: sender.name,
            identity: SenderIdentity(text: sender.identity),
            // The app's own server names its users.
            kind: .service
        )
        return try draft.commit()
    }
}

nonisolated extension Timestamp {
    /// What this device takes for the time.
    static var now: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
