// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SealedPushRelay
import Synchronization

/// A way to a push service that accepts every push and gives it to a test, or refuses its token.
final class RecordingTransport: Sendable {
    private let refuses = Mutex(false)
    private let sent: AsyncStream<PushRoute.Request>
    private let continuation: AsyncStream<PushRoute.Request>.Continuation

    init() { (sent, continuation) = AsyncStream.makeStream() }

    /// Has it refuse every token from now on, or take each again.
    func refuseTokens(_ isTrue: Bool = true) { refuses.withLock { $0 = isTrue } }

    /// The next push that came.
    func next() async -> PushRoute.Request? {
        for await push in sent { return push }
        return nil
    }

    func send(_ request: PushRoute.Request) async throws(CancellationError) -> PushOutcome {
        continuation.yield(request)
        return refuses.withLock(\.self) ? .tokenRefused(deadSince: nil) : .accepted
    }
}

extension PushRoute.Request {
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
