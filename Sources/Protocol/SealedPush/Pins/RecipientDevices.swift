// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The devices of one recipient that a sender knows, and those that it never seals to again (S-9).
///
/// The first device becomes known when the sender seals to it. A known device or a person must
/// confirm every further one. A removed device stays removed. After a restore from a backup every
/// known device must be confirmed, as a person may have removed it after the backup was made.
public struct RecipientDevices: Hashable, Sendable {
    /// The devices that are known, in the order in which they came.
    public private(set) var known: [DeviceIdentity] = []
    /// The devices that were known before a restore and are to be confirmed (S-33), in that order.
    public private(set) var unconfirmed: [DeviceIdentity] = []
    /// The devices that were removed for ever (S-13), in that order.
    public private(set) var removed: [DeviceIdentity] = []

    /// The limit of devices that are known or to be confirmed (S-14).
    public static let maximumKnown = 64
    /// The limit of devices in the list, removed ones included.
    public static let maximumCount = 256

    /// Makes an empty list.
    public init() {}

    /// Takes a list that was stored; nil for one that cannot exist.
    public init?(
        known: [DeviceIdentity],
        unconfirmed: [DeviceIdentity] = [],
        removed: [DeviceIdentity]
    ) {
        let listed = known + unconfirmed
        let all = listed + removed
        guard listed.count <= Self.maximumKnown, all.count <= Self.maximumCount,
            Set(all).count == all.count
        else { return nil }
        self.known = known
        self.unconfirmed = unconfirmed
        self.removed = removed
    }

    /// The relation of a device to the recipient.
    public enum Membership: Hashable, Sendable {
        /// It is known.
        case known
        /// The recipient has no device yet, so this one may become the first.
        case first
        /// The recipient has others, or a restore has left it to be confirmed.
        case new
        /// It was removed for ever.
        case removed
    }

    /// The relation of `device` to the recipient.
    public func membership(of device: DeviceIdentity) -> Membership {
        if known.contains(device) { return .known }
        if removed.contains(device) { return .removed }
        return isEmpty ? .first : .new
    }

    private var isEmpty: Bool { listed.isEmpty && removed.isEmpty }

    /// The devices that are known or to be confirmed.
    public var listed: [DeviceIdentity] { known + unconfirmed }

    private var isFull: Bool { listed.count + removed.count >= Self.maximumCount }

    /// Adds a device that was confirmed, unless it was removed (S-12).
    ///
    /// A known one keeps its position.
    ///
    /// - Throws: ``SealingError/deviceRetired`` if it was removed,
    ///   ``SealingError/tooManyDevices``.
    public mutating func add(_ device: DeviceIdentity) throws(SealingError) {
        switch membership(of: device) {
        case .known: return
        case .removed: throw .deviceRetired
        case .first, .new: break
        }
        unconfirmed.removeAll { $0 == device }
        guard listed.count < Self.maximumKnown, !isFull else { throw .tooManyDevices }
        known.append(device)
    }

    /// Adds the new device of a link by a known one (S-11).
    ///
    /// - Throws: ``SealingError/newDevice`` if the old one is not known, and what ``add(_:)``
    ///   throws.
    public mutating func add(_ link: DeviceIdentity.Link) throws(SealingError) {
        guard known.contains(link.old) else { throw .newDevice }
        try add(link.new)
    }

    /// Removes a device for ever, even if it was not known.
    ///
    /// Nothing can confirm it afterwards.
    ///
    /// - Throws: ``SealingError/tooManyDevices``.
    public mutating func remove(_ device: DeviceIdentity) throws(SealingError) {
        switch membership(of: device) {
        case .removed: return
        case .known: known.removeAll { $0 == device }
        case .first, .new:
            unconfirmed.removeAll { $0 == device }
            guard !isFull else { throw .tooManyDevices }
        }
        removed.append(device)
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

extension RecipientDevices: CustomStringConvertible, CustomReflectable {
    /// Names the type only, as the devices of a recipient are private.
    public var description: String { "RecipientDevices" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
