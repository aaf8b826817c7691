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
    /// before the restore (S-32).
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool

    /// The devices of a recipient; none for one that was never sealed to.
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
    /// Refuses a device that may not be sealed to, as far as is known (S-10).
    ///
    /// Without a recipient only a retired device is refused.
    ///
    /// - Throws: ``SealingError/deviceRetired``, ``SealingError/newDevice``,
    ///   ``SealingError/memoryUnavailable``.
    package func check(
        _ device: DeviceIdentity,
        for recipient: String?,
        newDevices: RecipientDevices.NewDevicePolicy
    ) async throws(SealingError) {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        guard let recipient else { return }
        var devices = try await devices(of: recipient)
        try devices.admit(device, newDevices)
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
        try await changeDevices(of: recipient) { devices throws(SealingError) in
            try devices.admit(device, newDevices)
        }
    }

    /// Adds a device to a recipient's list, by a person's decision, also after a restore.
    ///
    /// - Returns: Whether it was not known before.
    /// - Throws: ``SealedPush/SealingError/deviceRetired`` if it was retired or removed,
    ///   ``SealedPush/SealingError/tooManyDevices``, ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func confirm(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        let before = try await devices(of: recipient)
        let after = try await changeDevices(of: recipient) { devices throws(SealingError) in
            try devices.add(device)
        }
        return before != after
    }

    /// Adds a device to a recipient's list, by a link from a known device.
    ///
    /// - Returns: Whether the other was not known before.
    /// - Throws: ``SealedPush/SealingError/newDevice`` if the recipient does not know the old
    ///   device, ``SealedPush/SealingError/deviceRetired`` if either was retired or the new one
    ///   removed, ``SealedPush/SealingError/tooManyDevices``,
    ///   ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func follow(
        _ link: DeviceIdentity.Link,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        for device in [link.old, link.new] {
            guard try await retirement(of: device) == nil else { throw .deviceRetired }
        }
        let before = try await devices(of: recipient)
        let after = try await changeDevices(of: recipient) { devices throws(SealingError) in
            try devices.add(link)
        }
        return before != after
    }

    /// Removes a device from a recipient for ever, by a person's decision.
    ///
    /// - Returns: Whether it was known.
    /// - Throws: ``SealedPush/SealingError/tooManyDevices``,
    ///   ``SealedPush/SealingError/memoryUnavailable``.
    @discardableResult
    public func remove(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        let before = try await devices(of: recipient)
        let after = try await changeDevices(of: recipient) { devices throws(SealingError) in
            try devices.remove(device)
        }
        return before != after
    }
}

extension RecipientDevices {
    /// Adds the first device, or a further one if the policy trusts it.
    fileprivate mutating func admit(
        _ device: DeviceIdentity,
        _ newDevices: RecipientDevices.NewDevicePolicy
    ) throws(SealingError) {
        guard membership(of: device) != .new || newDevices == .trustDirectory else {
            throw .newDevice
        }
        try add(device)
    }
}
