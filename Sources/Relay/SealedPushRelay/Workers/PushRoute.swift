// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import PushTransport
package import SealedPush

/// The way to the push service for the devices of one app and environment.
package struct PushRoute: Sendable {
    /// How many messages a worker has under way on it at most.
    package let capacity: Int
    private let send: @Sendable (Parcel) async throws(CancellationError) -> PushOutcome

    /// What goes on its way: a payload, and where it goes under which name.
    private struct Parcel: Sendable {
        let push: OutgoingPush
        let token: [UInt8]
        let id: PushID
        let limit: Duration
        let attempt: Int
    }

    private let topic: String
    private let placeholder: Placeholder

    /// Sends through a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport; its owner closes it after the workers have ended.
    ///   - topic: The app's topic at the push service.
    ///   - placeholder: What people see if a message cannot be opened.
    ///   - capacity: How many messages a worker has under way at most.
    ///   - address: Reads a device's token; nil if it is none.
    ///   - id: The transport's name for a message.
    ///   - subject: What a refusal of the service says about.
    package init<Transport: PushTransport>(
        _ transport: Transport,
        topic: String,
        placeholder: Placeholder = .generic,
        capacity: Int = 2000,
        address: @escaping @Sendable ([UInt8]) -> Transport.Address?,
        id: @escaping @Sendable (PushID) -> Transport.ID,
        subject: @escaping @Sendable (Transport.Refusal) -> PushOutcome.Subject
    ) {
        precondition(capacity > 0, "a route has room for a message")
        self.capacity = capacity
        self.topic = topic
        self.placeholder = placeholder
        send = { parcel throws(CancellationError) in
            guard let address = address(parcel.token) else { return .tokenRefused(deadSince: nil) }
            let result = try await transport.send(
                parcel.push,
                to: address,
                as: id(parcel.id),
                within: parcel.limit,
                attempt: parcel.attempt
            )
            return PushOutcome(result, subject: subject)
        }
    }

    /// Pushes a message to a device.
    ///
    /// - Parameters:
    ///   - lease: The message.
    ///   - token: The device's token, decrypted.
    ///   - limit: How long it may take.
    /// - Returns: What became of it.
    /// - Throws: `CancellationError` if the task is cancelled.
    func push(
        _ lease: Lease,
        to token: [UInt8],
        within limit: Duration
    ) async throws(CancellationError) -> PushOutcome {
        let payload: OuterPayload
        do {
            payload = try OuterPayload(envelope: lease.body.span, placeholder: placeholder)
        } catch {
            return .rejected(reason: "PayloadTooLarge")
        }
        let message = lease.message
        let headers = APNsHeaders(
            topic: topic,
            pushType: "alert",
            priority: message.priority,
            expiration: message.expiration,
            collapseID: message.collapse
        )
        return try await send(
            Parcel(
                push: OutgoingPush(payload: payload.bytes, headers: headers),
                token: token,
                id: message.pushID,
                limit: limit,
                attempt: Int(message.attempts) + 1
            )
        )
    }
}
