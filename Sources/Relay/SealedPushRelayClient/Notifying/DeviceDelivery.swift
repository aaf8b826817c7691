// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender

/// A message on its way to one device: sealed, and posted for a minute at most.
struct DeviceDelivery: Sendable {
    let sender: Sender
    let relays: RelaySender
    let time: RelayTime
    let address: DeviceAddress
    let recipient: Recipient
    let message: PreparedMessage

    /// Seals the message, and posts the same bytes until the relay has taken them.
    ///
    /// - Parameter target: The device's prekeys, if they were fetched; each call may use one.
    /// - Returns: The outcome.
    func run(to target: SealingTarget? = nil) async -> DeviceResult.Outcome {
        var patience = Patience(from: time.steady())
        var target = target
        var sealed: SealedNotification?
        var (posts, sealings) = (0, 0)
        var mayBeTaken = false
        while true {
            do throws(EndpointFailure) {
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
                        return .notSealed(error)
                    }
                    (sealed, posts, sealings) = (envelope, 0, sealings + 1)
                }
                posts += 1
                try await relays.post(envelope, to: address)
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
                    guard let pause = patience.pause(delay, at: time.steady()),
                        await time.sleep(pause)
                    else { return .notTaken(failure) }
                }
            }
        }
    }
}
