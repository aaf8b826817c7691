// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender

/// A message on its way to one device: sealed, and posted until the relay has taken it.
struct DeviceDelivery: Sendable {
    private let sender: Sender
    private let relays: RelaySender
    private let time: RelayTime
    private let address: DeviceAddress
    private let recipient: Recipient
    private let message: PreparedMessage
    private var patience: Patience
    private var target: SealingTarget?
    private var sealed: SealedNotification?
    private var (posts, sealings) = (0, 0)
    private var mayBeTaken = false
    /// The moment before which the relay is not asked, by the monotonic clock.
    private var moment: Duration

    /// Takes the message and its device, with the prekeys of that if they were fetched: each call
    /// may use one.
    init(
        _ message: PreparedMessage,
        to address: DeviceAddress,
        of recipient: Recipient,
        target: SealingTarget? = nil,
        by sender: Sender,
        _ relays: RelaySender,
        _ time: RelayTime
    ) {
        (self.message, self.address, self.recipient) = (message, address, recipient)
        (self.target, self.sender, self.relays, self.time) = (target, sender, relays, time)
        moment = time.steady()
        patience = Patience(from: moment)
    }

    /// Seals the message, and posts the same bytes until the relay has taken them.
    ///
    /// A further call goes on with these bytes.
    ///
    /// - Parameters:
    ///   - end: The end, by the monotonic clock; nil for a minute.
    ///   - goesOn: Is told before each pause why the relay has not taken it, and ends the call by
    ///     false. The failure is ``EndpointFailure/unanswered`` once the relay may have it.
    /// - Returns: The outcome.
    mutating func run(
        until end: Duration? = nil,
        while goesOn: (EndpointFailure) -> Bool = { _ in true }
    ) async -> DeviceResult.Outcome {
        if let end { patience.end = end }
        while true {
            do throws(EndpointFailure) {
                let pause = moment - time.steady()
                if pause > .zero, await !time.sleep(pause) { throw .unanswered }
                if let error = try await post() { return .notSealed(error) }
                return .taken
            } catch {
                if error == .unanswered, posts > 0 { mayBeTaken = true }
                switch PostRule.step(after: error, posts: posts, sealings: sealings) {
                case .end: return .notTaken(error)
                case .uncertain: return .notTaken(.unanswered)
                case .sealAgain: (sealed, posts) = (nil, 0)
                // A minute sets no clock.
                case .wait where error == .wrongClock: return .notTaken(error)
                case .wait(let delay):
                    let failure = mayBeTaken ? EndpointFailure.unanswered : error
                    let now = time.steady()
                    guard !Task.isCancelled, let pause = patience.pause(delay, at: now) else {
                        return .notTaken(failure)
                    }
                    moment = now + pause
                    guard goesOn(failure) else { return .notTaken(failure) }
                }
            }
        }
    }

    /// Seals the message, unless that was done, and posts it; gives what kept it from being sealed.
    private mutating func post() async throws(EndpointFailure) -> SealingError? {
        let envelope: SealedNotification
        if let sealed {
            envelope = sealed
        } else {
            let device: SealingTarget
            if let target {
                device = target
            } else {
                device = try await relays.target(at: address, for: recipient)
            }
            target = nil
            do throws(SealingError) {
                envelope = try await sender.seal(message, for: device, now: time.now())
            } catch {
                return error
            }
            (sealed, posts, sealings) = (envelope, 0, sealings + 1)
        }
        posts += 1
        try await relays.post(envelope, to: address)
        return nil
    }
}
