// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SealedPushRelay
import Synchronization

/// A way to a push service that accepts every push and gives it to a test, or refuses its token.
final class RecordingTransport: Sendable {
    /// A push that came.
    struct Sent: Sendable {
        let push: OutgoingPush
        let token: [UInt8]

        var payload: JSONValue? { try? JSONDocument(reading: push.payload).root }

        /// The activation code that it brings, and for which device.
        var activation: (device: String, code: Capability)? {
            guard let activation = payload?[OwnPush.activationKey],
                let device = activation["device"]?.string,
                let code = activation["code"]?.string.flatMap(Capability.init(text:))
            else { return nil }
            return (device, code)
        }
    }

    private let refuses = Mutex(false)
    private let sent: AsyncStream<Sent>
    private let continuation: AsyncStream<Sent>.Continuation

    init() { (sent, continuation) = AsyncStream.makeStream() }

    /// Has it refuse every token from now on, or take each again.
    func refuseTokens(_ isTrue: Bool = true) { refuses.withLock { $0 = isTrue } }

    /// The next push that came.
    func next() async -> Sent? {
        for await push in sent { return push }
        return nil
    }

    func send(
        _ push: OutgoingPush,
        _ token: [UInt8],
        _ id: PushID,
        _ limit: Duration,
        _ attempt: Int
    ) async throws(CancellationError) -> PushOutcome {
        continuation.yield(Sent(push: push, token: token))
        return refuses.withLock(\.self) ? .tokenRefused(deadSince: nil) : .accepted
    }
}
