// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The devices of one recipient that a sender knows (V-29).
///
/// The first device becomes known when the sender seals to it. Every further one is confirmed by a
/// person, or by a server that trusts its directory. After a restore from a backup every known
/// device must be confirmed, as a person may have removed it after the backup was made. Removed
/// devices are not in the list: the sender's memory keeps them beside it.
public struct RecipientDevices: Hashable, Sendable {
    /// The devices that are known, in the order in which they came.
    public private(set) var known: [DeviceIdentity] = []
    /// The devices that were known before a restore and are to be confirmed (S-13), in that order.
    public private(set) var unconfirmed: [DeviceIdentity] = []
    /// True if the recipient ever had a device; no other becomes the first then.
    public private(set) var hadDevice = false

    /// The number of listed devices at which only a person adds another one (V-34).
    public static let limit = 64

    /// Makes the list of a recipient that never had a device.
    public init() {}

    /// Takes a list that was stored; nil for one that cannot exist.
    public init?(known: [DeviceIdentity], unconfirmed: [DeviceIdentity] = []) {
        let listed = known + unconfirmed
        guard Set(listed).count == listed.count else { return nil }
        self.known = known
        self.unconfirmed = unconfirmed
        hadDevice = true
    }

    /// The relation of a device to the recipient.
    public enum Membership: Hashable, Sendable {
        /// It is known.
        case known
        /// The recipient never had a device, so this one may become the first.
        case first
        /// The recipient has or had others, or a restore has left it to be confirmed.
        case new
    }

    /// The relation of `device` to the recipient.
    public func membership(of device: DeviceIdentity) -> Membership {
        if known.contains(device) { return .known }
        return hadDevice ? .new : .first
    }

    /// The devices that are known or to be confirmed.
    public var listed: [DeviceIdentity] { known + unconfirmed }

    /// Adds a device that a person has confirmed, also to a full list (V-34).
    ///
    /// A known one keeps its position.
    public mutating func add(_ device: DeviceIdentity) {
        guard membership(of: device) != .known else { return }
        unconfirmed.removeAll { $0 == device }
        known.append(device)
        hadDevice = true
    }

    /// Adds the first device, or a further one if the sender trusts the directory.
    ///
    /// - Throws: ``SealingError/newDevice`` for a further one if the sender does not trust it,
    ///   ``SealingError/tooManyDevices`` if the list is full and does not have it.
    public mutating func admit(
        _ device: DeviceIdentity,
        _ policy: NewDevicePolicy
    ) throws(SealingError) {
        if membership(of: device) == .new {
            guard policy == .trustDirectory else { throw .newDevice }
            guard unconfirmed.contains(device) || listed.count < Self.limit else {
                throw .tooManyDevices
            }
        }
        add(device)
    }

    /// Takes a device off the list; the memory notes the removal.
    public mutating func remove(_ device: DeviceIdentity) {
        known.removeAll { $0 == device }
        unconfirmed.removeAll { $0 == device }
        hadDevice = true
    }

    /// Makes every known device unconfirmed, after the memory was restored from a backup.
    public mutating func unconfirm() {
        unconfirmed = listed
        known = []
    }

    /// Confirms every unconfirmed device, as a person has said that they are the recipient's.
    public mutating func confirmAll() {
        known = listed
        unconfirmed = []
    }
}

extension RecipientDevices: Redacted {}

extension RecipientDevices {
    /// The policy for a device that is new for a recipient of whom the sender knows other devices.
    public enum NewDevicePolicy: Hashable, Sendable {
        /// Nothing is sealed to it (``SealingError/newDevice``) until a person confirms it.
        case refuse
        /// The sender accepts it. Only a server that runs its own directory may choose that.
        ///
        /// An attacker who can write into the directory then gets the recipient's messages.
        case trustDirectory
    }
}
