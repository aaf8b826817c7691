// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A sender's memory between messages.
///
/// With it an attacker cannot make the sender use an older key, or one key twice.
///
/// A sender reads it before it seals, and each change is durable before the call returns. A server
/// keeps it in its database, a command in its store.
public protocol SenderMemory: Sendable {
    /// The pins of a device; nil for one that was never seen.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins?

    /// Pins a bundle of a device atomically, and returns all its pins. Pins never go back.
    ///
    /// The result may include what another task has seen meanwhile.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins

    /// Notes that a one-time prekey is used, atomically; false if it was used before, or may
    /// have been: a memory that comes from a backup passes over every record that is valid from
    /// before the restore (S-12).
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool

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

    /// The retirement of a device, or nil if none was noted.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func retirement(of device: DeviceIdentity) async throws(SealingError) -> DeviceIdentity
        .Retirement?

    /// Notes for ever that a device is retired; false if that was noted before.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool
}

extension SenderMemory {
    /// Refuses a device that may not be sealed to, as far as is known (V-31).
    ///
    /// Without a recipient only a retired device is refused.
    ///
    /// - Throws: ``SealingError/deviceRetired``, ``SealingError/newDevice``,
    ///   ``SealingError/tooManyDevices``, ``SealingError/memoryUnavailable``.
    package func check(
        _ device: DeviceIdentity,
        for recipient: String?,
        newDevices: RecipientDevices.NewDevicePolicy
    ) async throws(SealingError) {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        guard let recipient else { return }
        guard try await !isRemoved(device, for: recipient) else { throw .deviceRetired }
        var devices = try await devices(of: recipient)
        try devices.admit(device, newDevices)
    }

    /// Keeps a retirement that a relay or a directory handed out, if the sender knows the device:
    /// it has pinned it, or lists it for the recipient (V-27).
    ///
    /// So no stranger fills the memory with retirements of devices of its own. Nothing is
    /// sealed to a device beside whose bundle one was found, kept or not. One that a person hands
    /// over, or of a device with a subscription, is kept by ``retire(_:)``.
    ///
    /// - Returns: Whether it is kept now, and was not before.
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func learn(
        _ retirement: DeviceIdentity.Retirement,
        for recipient: String? = nil
    ) async throws(SealingError) -> Bool {
        let device = retirement.device
        var isKnown = try await pins(of: device) != nil
        if !isKnown, let recipient {
            isKnown = try await devices(of: recipient).listed.contains(device)
        }
        return isKnown ? try await retire(retirement) : false
    }

    /// Notes that a device was sealed to for `recipient`.
    ///
    /// - Throws: What ``check(_:for:newDevices:)`` throws, if another task has changed what it
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

    /// Adds a device to a recipient's list, by a person's decision, also after a restore.
    ///
    /// - Returns: Whether it was not known before.
    /// - Throws: ``SealedPush/SealingError/deviceRetired`` if it was retired or removed,
    ///   ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func confirm(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        let before = try await devices(of: recipient)
        return try await list(device, for: recipient) { $0.add(device) } != before
    }

    /// Changes the list so that it has a device, unless the device was removed (V-33).
    ///
    /// The removal is looked at after the change, too: it is noted before the list forgets the
    /// device, so of two tasks at once either this one sees the note, or the other one takes the
    /// device off the list.
    @discardableResult
    private func list(
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
