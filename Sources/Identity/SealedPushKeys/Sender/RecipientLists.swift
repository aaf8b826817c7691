// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The devices that a sender lists for each recipient, so that no directory adds one unseen.
///
/// Each change is durable before the call returns.
public protocol RecipientLists: Sendable {
    /// The devices of a recipient; none for one that was never sealed to. Removed ones are kept
    /// beside them (``isRemoved(_:for:)``).
    ///
    /// A recipient is told from another by the bytes of its name. A memory that comes from a backup
    /// calls ``SealedPush/RecipientDevices/unconfirm()`` for each list that was written before the
    /// restore.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func devices(of recipient: String) async throws(SealingError) -> RecipientDevices

    /// Changes the devices of a recipient atomically, and returns the new list.
    ///
    /// `change` takes the current list. It is called again if another task was first. If it throws,
    /// nothing changes.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``, and what `change` throws.
    @discardableResult
    func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices

    /// Whether a person removed a device from a recipient.
    ///
    /// One look at a note of its own, however many were removed.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func isRemoved(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool

    /// Notes for ever that a person removed a device from a recipient (V-30); false if that was
    /// noted before.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    func noteRemoval(
        of device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool
}

extension RecipientLists {
    /// Notes that a device was sealed to for `recipient`.
    ///
    /// - Throws: ``SealingError/deviceRetired``, ``SealingError/newDevice`` or
    ///   ``SealingError/tooManyDevices`` if another task has changed what it
    ///   saw.
    package func admit(
        _ device: DeviceIdentity,
        for recipient: String,
        newDevices: RecipientDevices.NewDevicePolicy
    ) async throws(SealingError) {
        try await list(device, for: recipient) { devices throws(SealingError) in
            try devices.admit(device, newDevices)
        }
    }

    /// Changes the list so that it has a device, unless the device was removed (V-33).
    ///
    /// The removal is looked at after the change, too: it is noted before the list forgets the
    /// device, so of two tasks at once either this one sees the note, or the other one takes the
    /// device off the list.
    @discardableResult
    func list(
        _ device: DeviceIdentity,
        for recipient: String,
        by change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices {
        guard try await !isRemoved(device, for: recipient) else { throw .deviceRetired }
        let devices = try await changeDevices(of: recipient, change)
        guard try await isRemoved(device, for: recipient) else { return devices }
        try await changeDevices(of: recipient) { $0.remove(device) }
        throw .deviceRetired
    }

    /// Removes a device from a recipient for ever, by a person's decision.
    ///
    /// - Returns: Whether it was not removed before.
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func remove(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        let isNew = try await noteRemoval(of: device, for: recipient)
        try await changeDevices(of: recipient) { $0.remove(device) }
        return isNew
    }
}
