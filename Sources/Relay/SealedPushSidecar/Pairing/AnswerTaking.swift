// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayClient
import SealedPushSender
import ServerStore

/// A pairing whose link is shown, in the memory of the sidecar that has made it.
final class WaitingPairing: Sendable {
    let id = PairingID()
    let recipient: RecipientCode
    let exchange: PairingExchange
    /// Is raised if nothing is waited for any more.
    let end = Signal()

    init(_ exchange: PairingExchange, for recipient: RecipientCode) {
        self.exchange = exchange
        self.recipient = recipient
    }
}

/// From the link of a pairing to the device that awaits its number.
struct AnswerTaking: Sendable {
    let database: SidecarDatabase
    /// The app, and the identities of the sender.
    let rule: SubscriptionRule
    let sender: Sender
    let time: RelayTime
    /// Is told of each device that has answered.
    let answered: @Sendable () -> Void

    /// How long an answer waits for a database that fails.
    private static let pause: Duration = .seconds(5)

    /// Why a pairing has ended; nil if a device has answered, or another one was asked for.
    func outcome(of waiting: WaitingPairing) async -> PairingEnd? {
        var moment: Duration = .zero
        while true {
            var failure: EndpointFailure?
            do {
                let answer = try await waiting.exchange.answer(
                    from: moment,
                    while: { () async throws(PairingError) in await isCurrent(waiting) },
                    reporting: { failure = $0.failure }
                )
                return try await take(answer, of: waiting)
            } catch let error as PairingError {
                if error == .noAnswer, failure != nil { return .unavailable }
                return PairingEnd(error)
            } catch is ServerStoreError {
                // The box stays, and is taken if the database is back in time.
                moment = time.steady() + Self.pause
            } catch {
                return .refused
            }
        }
    }

    /// Whether the link still counts: no other one was asked for, and it was not taken back.
    private func isCurrent(_ waiting: WaitingPairing) async -> Bool {
        do throws(ServerStoreError) {
            return try await database.isWaiting(waiting.id, of: waiting.recipient, by: rule)
        } catch {
            // The answer is not kept either, while the database fails.
            return error != .foreign
        }
    }

    /// Keeps the device that has answered, and has it told so.
    ///
    /// - Throws: ``PairingError``, ``ServerStoreError``.
    private func take(
        _ answer: PairingAnswer,
        of waiting: WaitingPairing
    ) async throws -> PairingEnd? {
        guard answer.topic.text.utf8.elementsEqual(rule.topic.text.utf8) else { return .otherApp }
        let address = DeviceAddress(answer, at: waiting.exchange.link.relay)
        let target = try await waiting.exchange.target(of: address)
        let memory = DatabaseSenderMemory(in: database)
        if let retirement = target.retirement, retirement.device == answer.device {
            try await database.retire(retirement)
        }
        do throws(SealingError) {
            guard try await memory.retirement(of: answer.device) == nil else { return .deviceGone }
        } catch {
            throw ServerStoreError.unavailable
        }
        let message = try SidecarMessage(pairing: answer.answerHash, from: sender, now: time.now())
        let isKept = try await database.answer(
            waiting.id,
            of: waiting.recipient,
            at: .answer(address),
            answer,
            message,
            by: rule
        )
        if isKept { answered() }
        return nil
    }
}
