// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// A memory that ends with the process: for tests, and for a process that never seals to one device twice.
public final class TransientSenderMemory: SenderMemory {
    private struct State {
        var pins: [DeviceIdentity: DevicePins] = [:]
        var used: Set<PrekeyID> = []
        var recipients: [String: DeviceIdentity] = [:]
    }

    private let state = Mutex(State())

    /// Makes a memory of nothing.
    public init() {}

    /// What was pinned of a device.
    public func pins(of device: DeviceIdentity) async throws(SealingError) -> DevicePins? {
        state.withLock { $0.pins[device] }
    }

    /// Pins what was seen of a device.
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) {
        state.withLock { state in
            state.pins[bundle.device] = DevicePins(
                seeing: bundle,
                after: state.pins[bundle.device]
            )
        }
    }

    /// Notes that a one-time prekey is used.
    public func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        state.withLock { $0.used.insert(record.id).inserted }
    }

    /// Whether `device` is the recipient's known one, or its first.
    public func admit(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        state.withLock { state in
            let known = state.recipients[recipient] ?? device
            state.recipients[recipient] = known
            return known == device
        }
    }
}
