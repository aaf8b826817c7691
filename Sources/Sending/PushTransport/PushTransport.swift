// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A transport that carries pushes to devices, such as a client of APNs.
///
/// A transport loses nothing: each call has one result, within its time. By itself it never sends a
/// push again that the service has accepted or finally rejected. If it sends one again, the push
/// keeps its id.
///
/// Run your own transport through the checks of `PushTransportTesting`.
public protocol PushTransport<Address>: Sendable {
    /// What the push service knows a device by.
    associatedtype Address: Sendable
    /// What a push is called, from its first attempt to its last.
    associatedtype ID: Hashable, Sendable
    /// What the push service refuses a push with.
    associatedtype Refusal: Hashable, Sendable

    /// Sends one push and returns its result. Calls may come from any number of tasks at once.
    ///
    /// - Parameters:
    ///   - push: The push that was sealed for the device.
    ///   - address: The address of the device.
    ///   - id: The id of the push, the same at each attempt.
    ///   - limit: The time limit; nil for the transport's own.
    ///   - attempt: The number of the attempt, from 1. Delays grow with it.
    /// - Returns: The result.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    func send(
        _ push: OutgoingPush,
        to address: Address,
        as id: ID,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> PushResult<ID, Refusal>

    /// Accepts no more pushes, waits for the results of pending ones, and ends its connections.
    ///
    /// - Parameter limit: The time limit. Pushes without a result by then get one at once.
    func close(within limit: Duration) async
}

extension PushTransport {
    /// Sends one push for the first time, within the transport's own time limit.
    public func send(
        _ push: OutgoingPush,
        to address: Address,
        as id: ID
    ) async throws(CancellationError) -> PushResult<ID, Refusal> {
        try await send(push, to: address, as: id, within: nil, attempt: 1)
    }
}
