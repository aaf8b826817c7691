// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import PushTransport
package import SealedPush

/// The way to the push service for the devices of one app and environment.
package struct PushRoute: Sendable {
    /// How many messages a worker has under way on it at most.
    package let capacity: Int
    /// Pushes a message to a device, whose token is decrypted, and says what became of it.
    ///
    /// It throws only if the task is cancelled; what became of the push is unknown then.
    let push:
        @Sendable (
            _ message: Lease, _ token: [UInt8], _ limit: Duration
        ) async throws(CancellationError) -> PushOutcome

    /// Pushes what the relay makes itself.
    let pushOwn:
        @Sendable (
            _ push: OwnPush, _ token: [UInt8], _ expires: Timestamp, _ limit: Duration
        ) async throws(CancellationError) -> PushOutcome

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
    /// - Throws: ``OuterPayloadError`` if no message has room beside the placeholder, or the
    ///   placeholder is empty.
    package init<Transport: PushTransport>(
        _ transport: Transport,
        topic: String,
        placeholder: Placeholder = .generic,
        capacity: Int = 2000,
        address: @escaping @Sendable ([UInt8]) -> Transport.Address?,
        id: @escaping @Sendable (PushID) -> Transport.ID,
        subject: @escaping @Sendable (Transport.Refusal) -> PushOutcome.Subject
    ) throws(OuterPayloadError) {
        let frame = try OuterFrame(placeholder)
        precondition(capacity > 0, "a route has room for a message")
        self.capacity = capacity
        push = { lease, token, limit throws(CancellationError) in
            guard let address = address(token) else { return .noAddress }
            let payload: [UInt8]
            do {
                payload = try frame.bytes(of: lease.body.span)
            } catch {
                return .tooLarge
            }
            let message = lease.message
            let headers = APNsHeaders(
                topic: topic,
                pushType: "alert",
                priority: message.priority,
                expiration: message.expiration,
                collapseID: message.collapse
            )
            let result = try await transport.send(
                OutgoingPush(payload: payload, headers: headers),
                to: address,
                as: id(message.pushID),
                within: limit,
                attempt: Int(message.attempts) + 1
            )
            return PushOutcome(result, subject: subject)
        }
        pushOwn = { push, token, expires, limit throws(CancellationError) in
            guard let address = address(token) else { return .noAddress }
            let result = try await transport.send(
                push.outgoing(topic: topic, placeholder: placeholder, until: expires),
                to: address,
                as: id(PushID()),
                within: limit,
                attempt: 1
            )
            return PushOutcome(result, subject: subject)
        }
    }
}
