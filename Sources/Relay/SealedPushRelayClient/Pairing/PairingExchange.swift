// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushSender

/// The sender's part of one pairing that goes between it and the relay: from the link to the
/// device's prekeys (steps 1 and 5 of docs/protocol/pairing.md).
///
/// It keeps nothing: what becomes of the answer is decided where recipients are kept.
package struct PairingExchange: Sendable {
    /// The link that is shown.
    package let link: PairingLink
    private let relays: RelaySender
    private let time: RelayTime
    /// The end of the waiting, by the monotonic clock.
    let end: Duration

    /// The time for which a sender waits for an answer.
    package static let duration: Duration = .seconds(600)

    /// Makes the link, with a secret of its own (L-1).
    ///
    /// - Parameters:
    ///   - sender: The sender.
    ///   - name: The sender's name for itself.
    ///   - relay: The relay's public URL.
    ///   - relays: Asks the relay, by the key that the device's endpoint gets bound to.
    ///   - time: The clocks.
    /// - Throws: ``PairingError/wrongURL``, ``PairingError/nameRefused``.
    package init(
        of sender: SenderIdentity,
        as name: String,
        at relay: String,
        by relays: RelaySender,
        time: RelayTime
    ) throws(PairingError) {
        guard let origin = WebOrigin(url: relay) else { throw .wrongURL }
        guard 1...PairingLink.maximumNameCount ~= name.utf8.count,
            NameText.cleaned(name).utf8.elementsEqual(name.utf8)
        else { throw .nameRefused }
        // L-10
        end = time.steady() + Self.duration
        do throws(WireError) {
            link = try PairingLink(
                sender: sender,
                name: name,
                relay: origin,
                end: time.now().advanced(by: Self.duration)
            )
        } catch {
            throw .wrongURL
        }
        self.relays = relays
        self.time = time
    }

    /// The time that is left for an answer; none if it is over.
    package var left: Duration { max(.zero, end - time.steady()) }

    /// Asks the relay once, so that no code is shown which no device could answer.
    ///
    /// - Returns: The moment before which it is not asked again, by the monotonic clock.
    /// - Throws: ``PairingError/unreachable``, ``PairingError/noDrops``,
    ///   ``PairingError/cancelled``.
    package func checkRelay() async throws(PairingError) -> Duration {
        var pause = RelaySender.dropPause
        do throws(EndpointFailure) {
            if case .nothing(let delay) = try await ask(waiting: .zero) {
                pause = max(pause, delay)
            }
        } catch {
            guard !Task.isCancelled else { throw .cancelled }
            switch error {
            case .later(let delay): pause = max(pause, delay ?? .zero)
            case .unanswered: throw .unreachable
            default: throw .noDrops
            }
        }
        return time.steady() + pause
    }

    /// Waits for the first valid answer.
    ///
    /// - Parameters:
    ///   - moment: The moment before which the relay is not asked, by the monotonic clock.
    ///   - isCurrent: Whether the sender's identity still stands: asked before each request, and
    ///     before an answer is taken.
    ///   - report: Is told how it stands, before each request.
    /// - Returns: The answer.
    /// - Throws: ``PairingError/noAnswer``, ``PairingError/senderEnded``,
    ///   ``PairingError/cancelled``, and what `isCurrent` throws.
    package func answer(
        from moment: Duration = .zero,
        while isCurrent: () async throws(PairingError) -> Bool,
        reporting report: (PairingProgress) -> Void = { _ in }
    ) async throws(PairingError) -> PairingAnswer {
        var pauses = DropPauses()
        var moment = moment
        var failure: EndpointFailure?
        while true {
            report(PairingProgress(left: left, awaited: .answer, failure: failure))
            if moment > time.steady() {
                guard await time.sleep(until: min(moment, end)) else { throw .cancelled }
            }
            guard !Task.isCancelled else { throw .cancelled }
            // L-10
            guard try await isCurrent() else { throw .senderEnded }
            guard left > .zero else { throw .noAnswer }
            let reply: Result<DropReply, EndpointFailure>
            do throws(EndpointFailure) {
                reply = .success(try await ask(waiting: max(.seconds(1), left)))
            } catch {
                reply = .failure(error)
            }
            if case .success(.box(let bytes)) = reply, let answer = answer(in: bytes) {
                guard !Task.isCancelled else { throw .cancelled }
                guard try await isCurrent() else { throw .senderEnded }
                // The relay may have kept it back.
                guard left > .zero else { throw .noAnswer }
                return answer
            }
            let pause: Duration
            (pause, failure) = pauses.pause(after: reply)
            moment = time.steady() + pause
        }
    }

    /// Fetches the prekeys of the device, by the sender's key (L-12).
    ///
    /// - Returns: The device, with its retirement if the relay has one.
    /// - Throws: ``PairingError``: another identity and a foreign endpoint are refused.
    package func target(of address: DeviceAddress) async throws(PairingError) -> SealingTarget {
        var patience = Patience(from: time.steady())
        while true {
            do throws(EndpointFailure) {
                return try await relays.target(at: address)
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                guard case .wait(let delay) = PostRule.step(after: error, posts: 0, sealings: 0),
                    error != .wrongClock,
                    let pause = patience.pause(delay, at: time.steady())
                else { throw PairingError(error) }
                guard await time.sleep(pause) else { throw .cancelled }
            }
        }
    }

    private func ask(waiting patience: Duration) async throws(EndpointFailure) -> DropReply {
        try await relays.box(of: link.secret.id, at: link.relay, waiting: patience)
    }

    /// The answer in a box; nil for a box that no device of this link has left (L-11).
    private func answer(in bytes: [UInt8]) -> PairingAnswer? {
        guard let box = try? DropBox(reading: bytes.span) else { return nil }
        return try? PairingAnswer(opening: box, to: link)
    }
}

/// The pauses between requests for a drop.
struct DropPauses {
    private var failures = 0

    /// The longest pause that no relay has asked for.
    private static let longest: Duration = .seconds(30)

    /// The pause before the next request, and what was wrong: the one that the relay asks for and
    /// 2 seconds at least, and a growing one after what is no relay's word (L-13).
    mutating func pause(
        after reply: Result<DropReply, EndpointFailure>
    ) -> (pause: Duration, failure: EndpointFailure?) {
        let least = RelaySender.dropPause
        if case .success(.nothing(let delay)) = reply {
            failures = 0
            return (max(least, delay), nil)
        }
        let own = min(least * (1 << min(failures, 10)), Self.longest)
        failures += 1
        // A box that no device of this link has left is a fault of the relay.
        guard case .failure(let failure) = reply else { return (own, .refused) }
        guard case .later(let delay) = failure else { return (own, failure) }
        return (max(own, delay ?? .zero), failure)
    }
}

/// The progress of a pairing.
public struct PairingProgress: Hashable, Sendable {
    /// The time that is left.
    public let left: Duration
    /// The step that is awaited.
    public let awaited: Awaited
    /// The fault of the last request, which is repeated; nil if the relay answers as it should.
    public let failure: EndpointFailure?

    /// The steps that a pairing waits for.
    public enum Awaited: Hashable, Sendable {
        /// A device answers.
        case answer
        /// The relay takes the message for the device that has answered.
        case delivery
    }
}
