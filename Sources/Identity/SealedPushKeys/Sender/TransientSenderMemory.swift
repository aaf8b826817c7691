// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// A memory that ends with the process: for tests, and for a process that never seals to one device
/// twice.
public final class TransientSenderMemory: SenderMemory, RecipientLists {
    private struct State {
        var pins: [DeviceIdentity: DeviceBundle.Pins] = [:]
        var used: Set<PrekeyRecord.ID> = []
        /// By the bytes of the name: Swift takes strings that only look alike for equal.
        var recipients: [[UInt8]: RecipientDevices] = [:]
        var removed: [[UInt8]: Set<DeviceIdentity>] = [:]
        var retirements: [DeviceIdentity: DeviceIdentity.Retirement] = [:]
    }

    private let state = Mutex(State())

    /// Makes a memory of nothing.
    public init() {}

    /// The pins of a device.
    public func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        state.withLock { $0.pins[device] }
    }

    /// Pins a bundle of a device, and returns all its pins.
    @discardableResult
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        state.withLock { state in
            let pins = DeviceBundle.Pins(seeing: bundle, after: state.pins[bundle.device])
            state.pins[bundle.device] = pins
            return pins
        }
    }

    /// Notes that a one-time prekey is used.
    public func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        state.withLock { $0.used.insert(record.id).inserted }
    }

    /// The devices of a recipient; none for one that was never sealed to.
    public func devices(of recipient: String) async throws(SealingError) -> RecipientDevices {
        state.withLock { $0.recipients[Array(recipient.utf8)] ?? RecipientDevices() }
    }

    /// Changes the devices of a recipient, and gives what there is then.
    ///
    /// - Throws: What `change` throws.
    @discardableResult
    public func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices {
        let name = Array(recipient.utf8)
        return try state.withLock { state throws(SealingError) in
            var devices = state.recipients[name] ?? RecipientDevices()
            try change(&devices)
            state.recipients[name] = devices
            return devices
        }
    }

    /// True if a person removed a device from a recipient.
    public func isRemoved(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        state.withLock { $0.removed[Array(recipient.utf8)]?.contains(device) == true }
    }

    /// Notes for ever that a person removed a device from a recipient; false if that was noted
    /// before.
    @discardableResult
    public func noteRemoval(
        of device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        state.withLock {
            $0.removed[Array(recipient.utf8), default: []].insert(device).inserted
        }
    }

    /// The retirement of a device, or nil if none was noted.
    public func retirement(
        of device: DeviceIdentity
    ) async throws(SealingError) -> DeviceIdentity.Retirement? {
        state.withLock { $0.retirements[device] }
    }

    /// Notes for ever that a device is retired; false if that was noted before.
    @discardableResult
    public func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        state.withLock { state in
            guard state.retirements[retirement.device] == nil else { return false }
            state.retirements[retirement.device] = retirement
            return true
        }
    }
}
