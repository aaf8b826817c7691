// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// A memory that ends with the process: for tests, and for a process that never seals to one device twice.
public final class TransientSenderMemory: SenderMemory {
    private struct State {
        var pins: [DeviceIdentity: DevicePins] = [:]
        var used: Set<PrekeyID> = []
        /// By the bytes of the name: Swift takes strings that only look alike for equal.
        var recipients: [[UInt8]: DeviceIdentity] = [:]
    }

    private let state = Mutex(State())

    /// Makes a memory of nothing.
    public init() {}

    /// What was pinned of a device.
    public func pins(of device: DeviceIdentity) async throws(SealingError) -> DevicePins? {
        state.withLock { $0.pins[device] }
    }

    /// Pins what was seen of a device, and gives all that is pinned of it then.
    @discardableResult
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DevicePins {
        state.withLock { state in
            let pins = DevicePins(seeing: bundle, after: state.pins[bundle.device])
            state.pins[bundle.device] = pins
            return pins
        }
    }

    /// Notes that a one-time prekey is used.
    public func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        state.withLock { $0.used.insert(record.id).inserted }
    }

    /// The device that stands for a recipient, or nil for one that was never sealed to.
    public func device(of recipient: String) async throws(SealingError) -> DeviceIdentity? {
        state.withLock { $0.recipients[Array(recipient.utf8)] }
    }

    /// Notes that `device` stands for `recipient`, unless one does; false where that is another.
    public func admit(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        state.withLock { state in
            let known = state.recipients[Array(recipient.utf8)] ?? device
            state.recipients[Array(recipient.utf8)] = known
            return known == device
        }
    }
}
