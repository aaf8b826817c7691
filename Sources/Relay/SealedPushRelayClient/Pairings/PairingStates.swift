// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushContacts

/// The states of a pairing, one after the other.
public struct PairingStates: AsyncSequence, Sendable {
    let pairings: Pairings
    let offer: PairingOffer
    let name: String

    /// One run of a pairing, which does as much as it is asked for.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let run: PairingRun

        init(_ states: PairingStates) { run = PairingRun(states) }

        /// The next state; nil at the end.
        ///
        /// - Throws: ``DevicePairingError``; `CancellationError` if the task is cancelled.
        public mutating func next() async throws -> PairingState? { try await run.next() }
    }

    /// Begins, or goes on where an earlier run was.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// One run of a pairing, on its own executor: it waits for the disk.
private actor PairingRun {
    private let states: PairingStates
    private var stage = Stage.beginning

    private enum Stage {
        case beginning
        case waiting(StoredPairing)
        case paired
        case ended
    }

    init(_ states: PairingStates) { self.states = states }

    /// The next state; nil at the end.
    func next() async throws -> PairingState? {
        try Task.checkCancellation()
        let stage = stage
        // What throws ends the run.
        self.stage = .ended
        let pairings = states.pairings
        switch stage {
        case .beginning:
            let pairing = try await pairings.agree(to: states.offer, as: states.name)
            self.stage = .waiting(pairing)
            return .waiting
        case .waiting(let pairing):
            let state = try await pairings.answer(pairing, states.offer, as: states.name)
            self.stage = .paired
            return state
        case .paired:
            // The person has seen the number by now: ending older endpoints may take long.
            _ = try? await pairings.maintain()
            return nil
        case .ended: return nil
        }
    }
}
