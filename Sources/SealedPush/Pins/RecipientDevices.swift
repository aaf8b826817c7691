// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which devices a sender knows of one recipient, and which it never seals to again (S-9).
///
/// The first device is known by being sealed to. Every further one has to be vouched for: by a device that is known, or
/// by a person. A device that was removed stays removed, whoever vouches for it.
public struct RecipientDevices: Hashable, Sendable {
    /// The devices that are known, in the order in which they came.
    public private(set) var known: [DeviceIdentity] = []
    /// The devices that were removed for ever, in that order (S-13).
    public private(set) var removed: [DeviceIdentity] = []

    /// The most devices that are known at once (S-14).
    public static let maximumKnown = 64
    /// The most devices that are remembered, removed ones included.
    public static let maximumCount = 256

    /// Nobody yet.
    public init() {}

    /// Takes a list that was stored, or gives nil for one that can't have come about.
    public init?(known: [DeviceIdentity], removed: [DeviceIdentity]) {
        let count = known.count + removed.count
        guard known.count <= Self.maximumKnown, count <= Self.maximumCount,
            Set(known + removed).count == count
        else { return nil }
        self.known = known
        self.removed = removed
    }

    /// How a device stands to the recipient.
    public enum Standing: Hashable, Sendable {
        /// It is known.
        case known
        /// The recipient has no device yet, so this one may become the first.
        case first
        /// The recipient has others: this one is to be confirmed.
        case new
        /// It was removed for ever.
        case removed
    }

    /// How `device` stands to the recipient.
    public func standing(of device: DeviceIdentity) -> Standing {
        if known.contains(device) { return .known }
        if removed.contains(device) { return .removed }
        return known.isEmpty && removed.isEmpty ? .first : .new
    }

    /// Adds a device that somebody vouches for, unless it was removed (S-12); one that is known stays where it is.
    ///
    /// - Throws: ``SealingError/deviceRetired`` where it was removed, ``SealingError/tooManyDevices``.
    public mutating func add(_ device: DeviceIdentity) throws(SealingError) {
        switch standing(of: device) {
        case .known: return
        case .removed: throw .deviceRetired
        case .first, .new: break
        }
        guard known.count < Self.maximumKnown, known.count + removed.count < Self.maximumCount
        else { throw .tooManyDevices }
        known.append(device)
    }

    /// Adds the device that a known one vouches for (S-11).
    ///
    /// - Throws: ``SealingError/newDevice`` where the old one is not known, and what ``add(_:)`` throws.
    public mutating func add(_ link: DeviceLink) throws(SealingError) {
        guard known.contains(link.old) else { throw .newDevice }
        try add(link.new)
    }

    /// Removes a device for ever, also one that was not known: nobody can vouch for it then.
    ///
    /// - Throws: ``SealingError/tooManyDevices``.
    public mutating func remove(_ device: DeviceIdentity) throws(SealingError) {
        switch standing(of: device) {
        case .removed: return
        case .known: known.removeAll { $0 == device }
        case .first, .new:
            guard known.count + removed.count < Self.maximumCount else { throw .tooManyDevices }
        }
        removed.append(device)
    }
}

extension RecipientDevices: CustomStringConvertible, CustomReflectable {
    /// Names the type only: who has which device is nobody's business.
    public var description: String { "RecipientDevices" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
