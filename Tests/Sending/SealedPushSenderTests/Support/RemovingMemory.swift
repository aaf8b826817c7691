// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys

/// A memory in which a person removes each device just when it has been pinned.
struct RemovingMemory: SenderMemory, RecipientLists {
    private let memory = TransientSenderMemory()

    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try await memory.pins(of: device)
    }

    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try await memory.remove(bundle.device, for: "Bob")
        return try await memory.pin(bundle)
    }

    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        try await memory.noteUse(of: record)
    }

    func devices(of recipient: String) async throws(SealingError) -> RecipientDevices {
        try await memory.devices(of: recipient)
    }

    func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices {
        try await memory.changeDevices(of: recipient, change)
    }

    func isRemoved(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try await memory.isRemoved(device, for: recipient)
    }

    func noteRemoval(
        of device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try await memory.noteRemoval(of: device, for: recipient)
    }

    func retirement(
        of device: DeviceIdentity
    ) async throws(SealingError) -> DeviceIdentity.Retirement? {
        try await memory.retirement(of: device)
    }

    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        try await memory.retire(retirement)
    }
}
