// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import PushTransport
package import SealedPush
package import SealedPushAPNs

/// The way to the push service for the devices of one app and environment.
package struct PushRoute: Sendable {
    /// Sends a push to a device, whose token is decrypted, and says what became of it.
    ///
    /// It throws only if the task is cancelled; what became of the push is unknown then.
    package typealias Send =
        @Sendable (
            _ push: OutgoingPush, _ token: [UInt8], _ id: PushID, _ limit: Duration, _ attempt: Int
        ) async throws(CancellationError) -> PushOutcome

    /// How many messages a worker has under way on it at most.
    package let capacity: Int
    private let topic: String
    private let placeholder: Placeholder
    private let frame: OuterFrame
    private let send: Send

    /// Sends by what a test says, or by a client of APNs.
    ///
    /// - Parameters:
    ///   - topic: The app's topic at the push service: its bundle id.
    ///   - placeholder: What people see if a message cannot be opened.
    ///   - capacity: How many messages a worker has under way at most.
    ///   - send: Sends a push.
    /// - Throws: ``OuterPayloadError`` if no message has room beside the placeholder, or the
    ///   placeholder is empty.
    package init(
        topic: String,
        placeholder: Placeholder = .generic,
        capacity: Int = 2000,
        send: @escaping Send
    ) throws(OuterPayloadError) {
        precondition(capacity > 0, "a route has room for a message")
        frame = try OuterFrame(placeholder)
        self.topic = topic
        self.placeholder = placeholder
        self.capacity = capacity
        self.send = send
    }

    /// Sends through a client of APNs for the app's environment, which its owner closes after the
    /// workers have ended.
    package init(
        _ client: APNsClient,
        topic: String,
        placeholder: Placeholder = .generic,
        capacity: Int = 2000
    ) throws(OuterPayloadError) {
        try self.init(topic: topic, placeholder: placeholder, capacity: capacity) {
            push, token, id, limit, attempt throws(CancellationError) in
            guard let device = try? APNsDeviceToken(token) else { return .noAddress }
            return PushOutcome(
                try await client.send(
                    push,
                    to: device,
                    as: APNsID(bytes: id.bytes),
                    within: limit,
                    attempt: attempt
                )
            )
        }
    }

    /// Pushes a message.
    func push(
        _ lease: Lease,
        to token: [UInt8],
        within limit: Duration
    ) async throws(CancellationError) -> PushOutcome {
        let message = lease.message
        guard let payload = try? frame.bytes(of: lease.body.span) else { return .tooLarge }
        let headers = APNsHeaders(
            topic: topic,
            pushType: APNsPushType.alert.rawValue,
            priority: message.priority,
            expiration: message.expiration,
            collapseID: message.collapse
        )
        let push = OutgoingPush(payload: payload, headers: headers)
        return try await send(push, token, message.pushID, limit, Int(message.attempts) + 1)
    }

    /// Pushes what the relay makes itself.
    func push(
        _ own: OwnPush,
        to token: [UInt8],
        until expires: Timestamp,
        within limit: Duration
    ) async throws(CancellationError) -> PushOutcome {
        let push = own.outgoing(topic: topic, placeholder: placeholder, until: expires)
        return try await send(push, token, PushID(), limit, 1)
    }
}
