// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a record is about; each kind has a folder of its own in the store.
///
/// The list of kinds is closed and stands here: opening a store checks that each folder is there.
package struct RecordKind: Hashable, Sendable {
    /// The folder.
    package let folder: String
    /// How its records change.
    package let change: Change
    /// What its records are padded to, in bytes; 1 if their size tells nothing.
    package let block: Int
    /// Whether its records are in a backup: those of a person or a sender are, those of one device
    /// never (V-1, V-2).
    package let isBackedUp: Bool

    /// How the records of a kind change.
    package enum Change: Hashable, Sendable {
        /// Created once, then only removed.
        case never
        /// Replaced, by one writer: the app, or for last-seen times the extension.
        case replaced
    }

    private init(
        _ folder: String,
        _ change: Change = .never,
        block: Int = 1,
        isBackedUp: Bool
    ) {
        self.folder = folder
        self.change = change
        self.block = block
        self.isBackedUp = isBackedUp
    }

    /// The device's identity.
    package static let device = RecordKind("device", isBackedUp: false)
    /// Identities of this store's senders with their secrets.
    package static let senders = RecordKind("senders", isBackedUp: true)
    /// Prekeys with their private halves.
    package static let prekeys = RecordKind("prekeys", isBackedUp: false)
    /// Life-cycle states of prekeys, which hold no key.
    package static let states = RecordKind("states", .replaced, isBackedUp: false)
    /// When maintenance last looked at the clock.
    package static let clock = RecordKind("clock", .replaced, isBackedUp: false)
    /// Epochs that were taken, one record each.
    package static let epochs = RecordKind("epochs", isBackedUp: false)
    /// Highest epochs seen of other devices, one record a device and epoch.
    package static let pins = RecordKind("pins", isBackedUp: true)
    /// Notes that a person removed a device from a recipient; the name of each says all.
    package static let removals = RecordKind("removals", isBackedUp: true)
    /// One-time records of other devices that were used.
    package static let used = RecordKind("used", isBackedUp: true)
    /// Contacts, and the names that codes add to them.
    package static let contacts = RecordKind(
        "contacts",
        .replaced,
        block: 256,
        isBackedUp: true
    )
    /// Whose names look alike; made from the contacts, so that any of it may be lost.
    package static let names = RecordKind("names", .replaced, block: 576, isBackedUp: true)
    /// Identities that successions named after contacts; created by any process.
    package static let candidates = RecordKind("candidates", .replaced, isBackedUp: true)
    /// When contacts were last seen.
    package static let seen = RecordKind("seen", .replaced, isBackedUp: true)
    /// Signed statements.
    package static let statements = RecordKind("statements", isBackedUp: true)
    /// Recipients that were paired, with their labels and endpoints.
    package static let recipients = RecordKind(
        "recipients",
        .replaced,
        block: 256,
        isBackedUp: true
    )
    /// Settings.
    package static let settings = RecordKind("settings", .replaced, isBackedUp: true)
    /// Pairings of this device, each step a record of its own.
    package static let pairings = RecordKind("pairings", block: 256, isBackedUp: false)

    /// Every kind there is.
    static let all: [RecordKind] = [
        .device, .senders, .prekeys, .states, .clock, .epochs, .pins, .removals, .used,
        .contacts, .names, .candidates, .seen, .statements, .settings, .pairings,
        .recipients,
    ]
}
