// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What carries pushes to devices, such as a client of APNs.
///
/// A transport loses nothing: each call has one result, within its time. It never sends a push again by itself that the
/// service has accepted or refused for good, and what it does send again has the same id.
///
/// Whoever writes one runs it through the checks of `PushTransportTesting`.
public protocol PushTransport<Address>: Sendable {
    /// What the push service knows a device by.
    associatedtype Address: Sendable
    /// What a push is called, from its first attempt to its last.
    associatedtype ID: Hashable, Sendable
    /// What the push service refuses a push with.
    associatedtype Refusal: Hashable, Sendable

    /// Sends one push, and says what became of it. Calls may come from any number of tasks at once.
    ///
    /// - Parameters:
    ///   - push: What a sealer has made for the device.
    ///   - address: Where it goes.
    ///   - id: What it is called; the same at each attempt.
    ///   - limit: How long it may take, or nil for what the transport thinks fit.
    ///   - attempt: How often it was refused so far, plus one: delays grow with it.
    /// - Returns: What became of it.
    /// - Throws: `CancellationError` where the task is cancelled, and nothing else.
    func send(
        _ push: OutgoingPush,
        to address: Address,
        as id: ID,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> PushResult<ID, Refusal>

    /// Takes no more pushes, waits for the results of those it has, and ends its connections.
    ///
    /// - Parameter limit: How long that may take; what has no result then has one at once.
    func close(within limit: Duration) async
}

extension PushTransport {
    /// Sends one push for the first time, in the time that the transport thinks fit.
    public func send(
        _ push: OutgoingPush,
        to address: Address,
        as id: ID
    ) async throws(CancellationError) -> PushResult<ID, Refusal> {
        try await send(push, to: address, as: id, within: nil, attempt: 1)
    }
}
