// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import Synchronization

/// A memory that records what is asked of it, and may fail or hold everybody back.
final class WatchedMemory: SenderMemory, RecipientLists {
    /// What a memory is asked.
    enum Question: String, CaseIterable {
        case pins
        case pin
        case noteUse
        case retirement
        case isRemoved
        case devices
        case changeDevices

        /// Those whose answer changes the memory.
        static let changes: Set<Question> = [.pin, .noteUse, .changeDevices]
    }

    private struct State {
        var asked: [Question] = []
        var underWay = 0
        var mostUnderWay = 0
    }

    /// The memory behind it, which may be filled without being watched.
    let memory = TransientSenderMemory()
    private let state = Mutex(State())
    private let gate: Gate?
    private let failing: Question?

    /// - Parameters:
    ///   - gate: Where everybody waits who asks for pins.
    ///   - failing: The question that is never answered.
    init(gate: Gate? = nil, failing: Question? = nil) {
        self.gate = gate
        self.failing = failing
    }

    /// What was asked, in this order.
    var asked: [Question] { state.withLock { $0.asked } }

    /// How many asked for pins at once at most.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    private func ask(_ question: Question) throws(SealingError) {
        state.withLock { $0.asked.append(question) }
        if question == failing { throw .memoryUnavailable }
    }

    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try ask(.pins)
        state.withLock { state in
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
        }
        defer { state.withLock { $0.underWay -= 1 } }
        let pins = try await memory.pins(of: device)
        await gate?.pass()
        return pins
    }

    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try ask(.pin)
        return try await memory.pin(bundle)
    }

    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        try ask(.noteUse)
        return try await memory.noteUse(of: record)
    }

    func devices(of recipient: String) async throws(SealingError) -> RecipientDevices {
        try ask(.devices)
        return try await memory.devices(of: recipient)
    }

    func changeDevices(
        of recipient: String,
        _ change: @Sendable (inout RecipientDevices) throws(SealingError) -> Void
    ) async throws(SealingError) -> RecipientDevices {
        try ask(.changeDevices)
        return try await memory.changeDevices(of: recipient, change)
    }

    func isRemoved(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try ask(.isRemoved)
        return try await memory.isRemoved(device, for: recipient)
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
        try ask(.retirement)
        return try await memory.retirement(of: device)
    }

    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        try await memory.retire(retirement)
    }
}

/// Holds everybody back until enough have come, or a task that waits is cancelled; then it stays
/// open.
final class Gate: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(needed: Int) {
        state = Mutex(State(missing: needed))
    }

    func pass() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state in
                    state.missing -= 1
                    state.waiting.append(continuation)
                    return state.missing <= 0 ? Self.takeWaiting(&state) : []
                }
                for continuation in ready { continuation.resume() }
            }
        } onCancel: {
            let ready = state.withLock { state in
                state.missing = 0
                return Self.takeWaiting(&state)
            }
            for continuation in ready { continuation.resume() }
        }
    }

    private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}

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
