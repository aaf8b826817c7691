// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What a sender has to remember between messages, so that nobody can lead it back or make it use a key twice.
///
/// A sender asks before it seals, and each change is durable before the call returns: a server keeps this in its
/// database, a command in its store.
public protocol SenderMemory: Sendable {
    /// What was pinned of a device, or nil for one that was never seen.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func pins(of device: DeviceIdentity) async throws(SealingError) -> DevicePins?

    /// Pins what was seen of a device, atomically, and gives all that is pinned of it then: pins never go back.
    ///
    /// The result may hold what another task saw meanwhile.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    @discardableResult
    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DevicePins

    /// Notes that a one-time prekey is used, atomically; false where it was used before, or may have been: a memory
    /// that comes from a backup passes over every record that is valid from before the restore
    /// (S-32).
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool

    /// The devices of a recipient; none for one that was never sealed to.
    ///
    /// A recipient is told from another by the bytes of its name. A memory that comes from a backup
    /// calls ``RecipientDevices/unconfirm()`` for each list that was written before the restore.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func devices(of recipient: String) async throws(SealingError) -> RecipientDevices

    /// Changes the devices of a recipient, atomically, and gives what there is then.
    ///
    /// `change` is given what there is. It may be asked again where another task was first, and what it throws leaves
    /// everything as it was.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``, and what `change` throws.
    @discardableResult
    func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices

    /// The retirement of a device, or nil where none was noted.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func retirement(of device: DeviceIdentity) async throws(SealingError) -> DeviceRetirement?

    /// Notes for ever that a device is retired; false where that was noted before.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    @discardableResult
    func retire(_ retirement: DeviceRetirement) async throws(SealingError) -> Bool
}

extension SenderMemory {
    /// Refuses a device that may not be sealed to, as far as is known (S-10).
    ///
    /// Without a recipient only a retired device is refused.
    ///
    /// - Throws: ``SealingError/deviceRetired``, ``SealingError/newDevice``, ``SealingError/memoryUnavailable``.
    package func check(
        _ device: DeviceIdentity,
        for recipient: String?,
        newDevices: NewDevicePolicy
    ) async throws(SealingError) {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        guard let recipient else { return }
        var devices = try await devices(of: recipient)
        try devices.admit(device, newDevices)
    }

    /// Notes that a device was sealed to for `recipient`.
    ///
    /// - Throws: What ``check(_:for:newDevices:)`` throws, where another task has changed what it saw.
    package func admit(
        _ device: DeviceIdentity,
        for recipient: String,
        newDevices: NewDevicePolicy
    ) async throws(SealingError) {
        try await changeDevices(of: recipient) { devices throws(SealingError) in
            try devices.admit(device, newDevices)
        }
    }

    /// Takes a person's word that a device is the recipient's, also after a restore.
    ///
    /// - Returns: Whether it was not known before.
    /// - Throws: ``SealingError/deviceRetired`` where it was retired or removed, ``SealingError/tooManyDevices``,
    ///   ``SealingError/memoryUnavailable``.
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

    /// Takes a known device's word that another is the recipient's, too.
    ///
    /// - Returns: Whether the other was not known before.
    /// - Throws: ``SealingError/newDevice`` where the recipient does not know the old device,
    ///   ``SealingError/deviceRetired`` where either was retired or the new one removed,
    ///   ``SealingError/tooManyDevices``, ``SealingError/memoryUnavailable``.
    @discardableResult
    public func follow(
        _ link: DeviceLink,
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

    /// Takes a person's word that a device is the recipient's no more; nobody can bring it back.
    ///
    /// - Returns: Whether it was known.
    /// - Throws: ``SealingError/tooManyDevices``, ``SealingError/memoryUnavailable``.
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
    /// Adds the first device, or a further one where the policy trusts it.
    fileprivate mutating func admit(
        _ device: DeviceIdentity,
        _ newDevices: NewDevicePolicy
    ) throws(SealingError) {
        guard standing(of: device) != .new || newDevices == .trustDirectory else {
            throw .newDevice
        }
        try add(device)
    }
}
