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

    /// Does something until nothing is waited for any more: then it is cancelled.
    ///
    /// - Returns: The result; nil if it was cut off.
    func whileWanted<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.end.wait()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
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

    /// Waits for the device of a link, and keeps it.
    ///
    /// - Parameters:
    ///   - waiting: The pairing.
    ///   - moment: The moment before which the relay is not asked, by the monotonic clock.
    /// - Returns: Why the pairing has ended; nil if a device has answered, or another one was asked
    ///   for.
    func outcome(of waiting: WaitingPairing, from moment: Duration) async -> PairingEnd? {
        var failure: EndpointFailure?
        do throws(PairingError) {
            let answer = try await waiting.exchange.answer(
                from: moment,
                while: { () async throws(PairingError) in await isCurrent(waiting) },
                reporting: { failure = $0.failure }
            )
            guard answer.topic.text.utf8.elementsEqual(rule.topic.text.utf8) else {
                return .otherApp
            }
            let address = DeviceAddress(answer, at: waiting.exchange.link.relay)
            let target = try await waiting.exchange.target(of: address)
            return await keep(answer, at: address, target.retirement, of: waiting)
        } catch {
            if error == .noAnswer, failure != nil { return .unavailable }
            return PairingEnd(error)
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

    /// Keeps the device that has answered as soon as the database takes it.
    ///
    /// The relay is not asked anew meanwhile: each request may use up a prekey.
    private func keep(
        _ answer: PairingAnswer,
        at address: DeviceAddress,
        _ retirement: DeviceIdentity.Retirement?,
        of waiting: WaitingPairing
    ) async -> PairingEnd? {
        let end = time.steady() + waiting.exchange.left + SidecarPairing.margin
        while true {
            do {
                return try await take(answer, at: address, retirement, of: waiting)
            } catch let error as ServerStoreError {
                // The next identity's sidecar has said so before.
                guard error != .foreign else { return nil }
                guard time.steady() < end else { return .notKept }
                guard await time.sleep(Self.pause) else { return .interrupted }
            } catch {
                return .refused
            }
        }
    }

    /// Keeps the device that has answered, and has it told so.
    ///
    /// - Throws: ``ServerStoreError``, `SealingError`.
    private func take(
        _ answer: PairingAnswer,
        at address: DeviceAddress,
        _ retirement: DeviceIdentity.Retirement?,
        of waiting: WaitingPairing
    ) async throws -> PairingEnd? {
        if let retirement { try await database.retire(retirement) }
        let memory = DatabaseSenderMemory(in: database)
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
