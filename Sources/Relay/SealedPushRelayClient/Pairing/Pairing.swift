// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushKeys
package import SealedPushSender
import Synchronization

/// A pairing that waits for a device to answer its link.
///
/// It is in memory only (L-9): a process that ends leaves nothing of it.
public struct Pairing: Sendable {
    /// The link to show, as a code or a text: who has read it can answer it.
    public var link: PairingLink { exchange.link }
    let sender: Sender
    let exchange: PairingExchange
    let relays: RelaySender
    let time: RelayTime
    /// The key of a recipient that the device joins.
    let joined: String?
    /// The moment before which the relay is not asked again, by the monotonic clock.
    let moment: Duration
    private let use = Use()

    /// The one use of a link, whichever copy of the pairing makes it.
    private final class Use: Sendable {
        let hasBegun = Atomic(false)
    }

    init(
        sender: Sender,
        exchange: PairingExchange,
        relays: RelaySender,
        time: RelayTime,
        joined: String?,
        moment: Duration
    ) {
        self.sender = sender
        self.exchange = exchange
        self.relays = relays
        self.time = time
        self.joined = joined
        self.moment = moment
    }

    /// Waits for the device, up to 10 minutes, and sends it the message that ends the pairing.
    ///
    /// The device is pending then, for a day at most, until a person confirms it
    /// (``PairedDevice/confirm(number:)``). If the relay may have the message after a minute, and
    /// does not say so, the same bytes are posted on meanwhile (``PairedDevice/message``).
    ///
    /// - Parameter report: Is told how it stands, about every 25 seconds, and at each fault of the
    ///   relay.
    /// - Returns: The device.
    /// - Throws: ``PairingError``; nothing is pending then. A second call throws
    ///   ``PairingError/answeredBefore``: else a stranger's answer had another try at its number.
    public func answer(
        reporting report: (PairingProgress) -> Void = { _ in }
    ) async throws(PairingError) -> PairedDevice {
        guard !use.hasBegun.exchange(true, ordering: .relaxed) else { throw .answeredBefore }
        let answer = try await exchange.answer(
            from: moment,
            while: { () async throws(PairingError) in
                try storing { () throws(KeyError) in
                    try sender.pairedRecipients.isCurrent(sender.identity)
                }
            },
            reporting: report
        )
        let address = DeviceAddress(answer, at: link.relay)
        let target = try await exchange.target(of: address)
        if let retirement = target.retirement {
            try? await sender.note(retirement)
            throw .deviceRetired
        }
        let message: PreparedMessage
        do throws(SealingError) {
            message = try sender.preparePaired(naming: answer.answerHash, now: time.now())
        } catch {
            throw .sealing(error)
        }
        // L-14
        let recipient = try storing { () throws(KeyError) in
            try sender.pairedRecipients.keep(
                address,
                answer: answer.answerHash,
                label: answer.name,
                joining: joined,
                at: time.now()
            )
        }
        var delivery = DeviceDelivery(
            message,
            to: address,
            of: .untracked,
            target: target,
            by: sender,
            relays,
            time
        )
        let patience = time.steady() + Patience.limit
        let outcome = await delivery.run(until: exchange.end) { failure in
            report(PairingProgress(left: exchange.left, awaited: .delivery, failure: failure))
            // A device that may have the message may show its number.
            return failure != .unanswered || time.steady() < patience
        }
        guard !Task.isCancelled else {
            _ = try? withdraw(address, of: recipient.key)
            throw .cancelled
        }
        let posting: MessagePosting
        switch state(after: outcome, answer.answerHash, of: recipient.key) {
        case .failed(let error):
            _ = try? withdraw(address, of: recipient.key)
            throw error
        case .uncertain:
            posting = MessagePosting { [delivery] in
                var delivery = delivery
                let outcome = await delivery.run(until: exchange.end)
                return state(after: outcome, answer.answerHash, of: recipient.key)
            }
        case let message: posting = MessagePosting(message)
        }
        return PairedDevice(answer, of: recipient, posting, self)
    }

    /// The state of the message after its way to the relay; that it was taken is noted, or the next
    /// message names the answer, too (L-16).
    private func state(
        after outcome: DeviceResult.Outcome,
        _ answer: AnswerHash,
        of recipient: String
    ) -> PairedDevice.MessageState {
        switch outcome {
        case .taken:
            try? sender.pairedRecipients.noteTaken(answer, of: recipient)
            return .taken
        case .notTaken(.unanswered): return .uncertain
        case .notTaken(let failure): return .failed(PairingError(failure))
        case .notSealed(let error): return .failed(PairingError(error))
        }
    }

    /// Deletes a device that is pending; says whether it was confirmed, and stays.
    func withdraw(_ address: DeviceAddress, of key: String) throws(PairingError) -> Bool {
        try storing { () throws(KeyError) in
            try sender.pairedRecipients.withdraw(address, of: key)
        }
    }

    func storing<Value>(
        _ body: () throws(KeyError) -> Value
    ) throws(PairingError) -> Value {
        do throws(KeyError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}

extension Pairing: Redacted {}

extension Sender {
    /// The message that ends a pairing, as the device waits for it (L-15).
    package func preparePaired(
        naming answer: AnswerHash,
        now: Timestamp
    ) throws(SealingError) -> PreparedMessage {
        var options = SealingOptions()
        options.paired = answer
        return try prepare(TextMessage("Paired").json, options, now: now)
    }
}
