// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A sender's memory of devices between messages: pins, prekeys that it has used, retirements.
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
        for recipient: (name: String, lists: any RecipientLists)?,
        newDevices: RecipientDevices.NewDevicePolicy
    ) async throws(SealingError) {
        guard try await retirement(of: device) == nil else { throw .deviceRetired }
        guard let (name, lists) = recipient else { return }
        guard try await !lists.isRemoved(device, for: name) else { throw .deviceRetired }
        var devices = try await lists.devices(of: name)
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
    package func learn(
        _ retirement: DeviceIdentity.Retirement,
        for recipient: (name: String, lists: any RecipientLists)? = nil
    ) async throws(SealingError) -> Bool {
        let device = retirement.device
        var isKnown = try await pins(of: device) != nil
        if !isKnown, let (name, lists) = recipient {
            isKnown = try await lists.devices(of: name).listed.contains(device)
        }
        return isKnown ? try await retire(retirement) : false
    }
}

extension SenderMemory where Self: RecipientLists {
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
}
