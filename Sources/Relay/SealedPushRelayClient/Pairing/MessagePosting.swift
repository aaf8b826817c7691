// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The message that ends a pairing, of which the relay has not said yet that it has it.
///
/// It is posted on for as long as it is wanted: the last copy of the paired device that goes stops
/// it as well.
final class MessagePosting: Sendable {
    private typealias State = PairedDevice.MessageState

    /// The state, which the task knows without what holds the task.
    private final class Place: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }

        /// Sets a state in the place of another one.
        func set(_ state: State) {
            self.state.withLock { if $0 == .posting { $0 = state } }
        }
    }

    private let place: Place
    private let task: Task<Void, Never>?

    /// Takes the state of a message that is posted no more.
    init(_ state: PairedDevice.MessageState) {
        place = Place(state)
        task = nil
    }

    /// Posts the message in a task of its own.
    ///
    /// - Parameter post: Posts it, and gives the state then.
    init(by post: @escaping @Sendable () async -> PairedDevice.MessageState) {
        let place = Place(.posting)
        self.place = place
        task = Task { place.set(await post()) }
    }

    deinit { task?.cancel() }

    var state: PairedDevice.MessageState { place.state.withLock(\.self) }

    /// Has it posted no more.
    func stop() {
        task?.cancel()
        place.set(.uncertain)
    }
}
