// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

struct SettlementTests {
    private static let now = SampleDevice.now

    private func message(once: Bool = false, attempts: Int16 = 2) -> QueuedMessage {
        QueuedMessage(
            id: OutboxID(1),
            pushID: PushID(),
            device: DeviceID(),
            endpoint: EndpointID(1),
            isUrgent: true,
            isSingleAttempt: once,
            collapse: "c",
            collapses: false,
            bodyHash: EnvelopeHash(of: [1].span),
            expires: Self.now + .seconds(600),
            lane: LaneID(1),
            notBefore: Self.now + .seconds(-5),
            attempts: attempts,
            lease: WorkerID(1)
        )
    }

    /// An outcome, and what follows for a message that may be tried again and one that may not.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: PushOutcome
        let message: Settlement.MessageChange
        let device: Settlement.DeviceChange
        let lane: Settlement.LaneChange
        let onceMessage: Settlement.MessageChange
    }

    static let table: [Row] = [
        Row(
            testDescription: "an accepted message is deleted",
            outcome: .accepted,
            message: .delete,
            device: .works,
            lane: .works,
            onceMessage: .delete
        ),
        Row(
            testDescription: "too many pushes for a device make all its messages wait",
            outcome: .throttled(after: .seconds(60)),
            message: .requeue(notBefore: now + .seconds(60), attempts: 3),
            device: .waits(until: now + .seconds(60)),
            lane: .works,
            onceMessage: .delete
        ),
        Row(
            testDescription: "a fault of the service pauses the lane and costs no attempt",
            outcome: .unavailable,
            message: .requeue(notBefore: now + .seconds(1), attempts: 2),
            device: .nothing,
            lane: .fails(.unavailable),
            onceMessage: .delete
        ),
        Row(
            testDescription: "wrong credentials pause the lane and change no message",
            outcome: .credentials,
            message: .requeue(notBefore: now + .seconds(-5), attempts: 2),
            device: .nothing,
            lane: .fails(.credentials),
            onceMessage: .delete
        ),
        Row(
            testDescription: "a refused token holds the message back",
            outcome: .tokenRefused(deadSince: now),
            message: .hold,
            device: .tokenRefused(deadSince: now),
            lane: .works,
            onceMessage: .delete
        ),
        Row(
            testDescription: "a push that is refused for good is a dead letter",
            outcome: .rejected(reason: "PayloadTooLarge"),
            message: .deadLetter(reason: "PayloadTooLarge"),
            device: .nothing,
            lane: .works,
            onceMessage: .deadLetter(reason: "PayloadTooLarge")
        ),
        Row(
            testDescription: "a token that no key opens makes its message wait, and nothing else",
            outcome: .tokenUnreadable,
            message: .requeue(notBefore: now + .seconds(60), attempts: 2),
            device: .nothing,
            lane: .nothing,
            onceMessage: .requeue(notBefore: now + .seconds(60), attempts: 2)
        ),
        Row(
            testDescription: "a token that is no address is refused, and tells nothing of the lane",
            outcome: .noAddress,
            message: .hold,
            device: .tokenRefused(deadSince: nil),
            lane: .nothing,
            onceMessage: .delete
        ),
        Row(
            testDescription:
                "an envelope too large is a dead letter, and tells nothing of the lane",
            outcome: .tooLarge,
            message: .deadLetter(reason: "envelope too large"),
            device: .nothing,
            lane: .nothing,
            onceMessage: .deadLetter(reason: "envelope too large")
        ),
        Row(
            testDescription: "a message that was not tried returns as it was",
            outcome: .notTried,
            message: .requeue(notBefore: now + .seconds(-5), attempts: 2),
            device: .nothing,
            lane: .nothing,
            onceMessage: .requeue(notBefore: now + .seconds(-5), attempts: 2)
        ),
        Row(
            testDescription: "a push that was stopped while it was under way had its attempt",
            outcome: .interrupted,
            message: .requeue(notBefore: now + .seconds(-5), attempts: 2),
            device: .nothing,
            lane: .nothing,
            onceMessage: .delete
        ),
    ]

    @Test(arguments: table)
    func `each outcome has one settlement`(_ row: Row) {
        let again = Settlement(row.outcome, of: message(), at: Self.now)
        #expect(again.message == row.message)
        #expect(again.device == row.device)
        #expect(again.lane == row.lane)
        let once = Settlement(row.outcome, of: message(once: true), at: Self.now)
        #expect(once.message == row.onceMessage)
    }

    @Test func `no message waits longer than 36 hours for what a service asks`() {
        let week: Duration = .seconds(7 * 86_400)
        let settlement = Settlement(.throttled(after: week), of: message(), at: Self.now)
        let limit = Self.now + .seconds(36 * 3600)
        #expect(settlement.message == .requeue(notBefore: limit, attempts: 3))
        #expect(settlement.device == .waits(until: limit))
    }

    // MARK: - Queued messages

    @Test func `a message is ready in its time, in a lane and without a lease`() {
        func isReady(_ change: (inout QueuedMessage) -> Void) -> Bool {
            var message = message()
            message.lease = nil
            change(&message)
            return message.isReady(at: Self.now)
        }
        #expect(isReady { _ in })
        #expect(!isReady { $0.lease = WorkerID(1) })
        #expect(!isReady { $0.lane = .none })
        #expect(isReady { $0.notBefore = Self.now })
        #expect(!isReady { $0.notBefore = Self.now + .milliseconds(1) })
        #expect(!isReady { $0.notBefore = Self.now + .seconds(36 * 3600) })
        #expect(isReady { $0.notBefore = Self.now + .seconds(36 * 3600 + 1) })
    }

    @Test func `a message without a topic collapses with itself only`() throws {
        let bytes = [1] + Randomness.bytes(1400)
        let envelope = try Envelope(reading: bytes)
        let endpoint = Endpoint(
            id: EndpointID(4),
            device: DeviceID(),
            digest: Capability().digest,
            sender: .anyone
        )
        func queued(_ options: DeliveryOptions) -> QueuedMessage {
            QueuedMessage(
                Submission(
                    id: OutboxID(9),
                    endpoint: endpoint.id,
                    envelope: envelope,
                    options: options
                ),
                to: endpoint,
                lane: LaneID(3),
                at: Self.now
            )
        }
        let alone = queued(DeliveryOptions(lifetime: .once, isUrgent: false))
        #expect(!alone.collapses)
        #expect(alone.collapse == CollapseID(envelope.messageID).text)
        #expect(alone.expiration == 0)
        #expect(alone.priority == .conserving)
        #expect(alone.bodyHash == envelope.hash)
        let topic = queued(DeliveryOptions(lifetime: .until(.seconds(90)), topic: "news"))
        #expect(topic.collapses)
        #expect(topic.collapse == "news")
        #expect(topic.expiration == (Self.now + .seconds(90)).milliseconds / 1000)
        #expect(topic.priority == .immediate)
    }
}
