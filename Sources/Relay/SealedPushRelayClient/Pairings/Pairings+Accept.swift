// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension Pairings {
    /// Answers a link to which a person has agreed, and waits for the message that pairs.
    ///
    /// The stream gives `.waiting`, then `.paired`, and ends; it works while it is read. It may be
    /// cancelled or killed at any point: with the same link it goes on where it was. What is not
    /// paired in a day, maintenance undoes.
    ///
    /// - Parameters:
    ///   - offer: The link.
    ///   - name: The name for the contact that is to be made. A contact that is there stays as it
    ///     is, and so does the name that was agreed to before.
    /// - Returns: The states; the stream throws a ``DevicePairingError``, and `CancellationError`.
    public func accept(
        _ offer: PairingOffer,
        as name: String
    ) -> AsyncThrowingStream<PairingState, any Error> {
        let run = PairingRun(of: self, offer, as: name)
        return AsyncThrowingStream { try await run.next() }
    }
}

/// One run of a pairing, which does as much as it is asked for.
private actor PairingRun {
    private let pairings: Pairings
    private let offer: PairingOffer
    private let name: String
    private var stage = Stage.beginning

    private enum Stage {
        case beginning
        case waiting(StoredPairing)
        case paired
        case ended
    }

    init(of pairings: Pairings, _ offer: PairingOffer, as name: String) {
        (self.pairings, self.offer, self.name) = (pairings, offer, name)
    }

    /// The next state; nil at the end.
    func next() async throws -> PairingState? {
        let stage = stage
        // What throws ends the run.
        self.stage = .ended
        switch stage {
        case .beginning:
            self.stage = .waiting(try await pairings.agree(to: offer, as: name))
            return .waiting
        case .waiting(let pairing):
            let state = try await pairings.answer(pairing)
            self.stage = .paired
            return state
        case .paired:
            // The person has seen the number by now: ending older endpoints may take long.
            _ = try? await pairings.maintain()
            return nil
        case .ended: return nil
        }
    }
}

extension Pairings {
    /// How long a relay keeps a box, and how long the device tries to leave it there.
    private static let boxLifetime = Duration.seconds(900)
    /// How often the store is looked at while the device waits.
    private static let pace = Duration.seconds(1)
    /// The same once the relay keeps no box any more.
    private static let slowPace = Duration.seconds(10)
    /// The longest pause between two requests, unless the relay asks for more.
    private static let longestPause = Duration.seconds(30)

    /// Notes the person's agreement: the first that happens at all (L-23, L-24).
    fileprivate func agree(
        to offer: PairingOffer,
        as name: String
    ) async throws(DevicePairingError) -> StoredPairing {
        let link = offer.link
        try await check(link)
        let agreed = offer.naming == .contact ? offer.name : name
        try DevicePairingError.ofContacts { () throws(ContactError) in
            try ContactText.check(name: agreed)
        }
        let known = try DevicePairingError.ofStore { () throws(StoreError) in
            try book.pairing(of: link)
        }
        if let known, known.isEnded { try await endWhole(known) }
        return try DevicePairingError.ofStore { () throws(StoreError) in
            try book.agree(to: link, as: agreed, now: now())
        }
    }

    /// Does the rest of step 4 as far as it was not done, and waits for step 7 (L-25 to L-29).
    fileprivate func answer(_ agreed: StoredPairing) async throws -> PairingState {
        var pairing = agreed
        if !pairing.isPaired {
            if pairing.endpoint == nil { pairing = try await makeEndpoint(for: pairing) }
            pairing = try DevicePairingError.ofContacts { () throws(ContactError) in
                try book.addContact(for: pairing)
            }
            pairing = try keepAnswer(for: pairing)
            try await leaveAnswer(of: pairing)
        }
        guard let number = pairing.answer?.hash.number else { throw DevicePairingError.ended }
        let sender = pairing.link.sender
        return try DevicePairingError.ofContacts { () throws(ContactError) in
            // The contact is verified before the person reads that it is paired.
            _ = try book.maintain(of: keys.identity, now: now())
            let name = try contacts.name(of: sender.bytes) ?? pairing.name
            return .paired(number: number, name: name, sender: sender)
        }
    }

    /// Makes the endpoint, and keeps one whose URL an answer can have (L-25).
    private func makeEndpoint(for pairing: StoredPairing) async throws -> StoredPairing {
        let (relay, device) = try registration(for: pairing.link)
        let made = try await repeating(since: pairing.agreed) { () throws(RelayClientError) in
            try await relay.makeEndpoint(of: device, for: .firstKey)
        }
        guard try answer(to: pairing.link, at: made.url) != nil else {
            try? await relay.deleteEndpoint(made.id, of: device)
            throw DevicePairingError.relay(.malformedAnswer)
        }
        let kept = try DevicePairingError.ofStore { () throws(StoreError) in
            try book.keep(endpoint: made.id, at: made.url, for: pairing)
        }
        // If the same link was accepted twice at once, the first endpoint counts.
        if kept.endpoint?.id != made.id {
            try? await relay.deleteEndpoint(made.id, of: device)
        }
        return kept
    }

    private func answer(
        to link: PairingLink,
        at endpoint: String
    ) throws(DevicePairingError) -> PairingAnswer? {
        try DevicePairingError.ofKeys { () throws(KeyError) in
            try keys.answer(to: link, at: endpoint, as: name)
        }
    }

    /// Makes the box and keeps it; one that is kept stays (L-27, L-28).
    private func keepAnswer(
        for pairing: StoredPairing
    ) throws(DevicePairingError) -> StoredPairing {
        let link = pairing.link
        if let known = pairing.answer {
            return try DevicePairingError.ofStore { () throws(StoreError) in
                try book.keep(known.box, with: known.hash, for: pairing, now: known.kept)
            }
        }
        guard let endpoint = pairing.endpoint,
            let answer = try answer(to: link, at: endpoint.url)
        else { throw .store(.corrupted) }
        return try DevicePairingError.ofStore { () throws(StoreError) in
            try book.keep(
                answer.box(for: link),
                with: answer.answerHash,
                for: pairing,
                now: now()
            )
        }
    }

    /// Leaves the box in the drop, again and again for 15 minutes until the relay has taken it, and
    /// waits until a message has named the answer.
    private func leaveAnswer(of pairing: StoredPairing) async throws {
        guard let answer = pairing.answer else { throw DevicePairingError.store(.corrupted) }
        let (relay, device) = try registration(for: pairing.link)
        let end = answer.kept.advanced(by: Self.boxLifetime)
        var isLeft = false
        var pause = Self.pace
        var rest = Duration.zero
        while try !isPaired(pairing) {
            if !isLeft, rest <= .zero, now() <= end {
                do throws(RelayClientError) {
                    try await relay.leave(
                        answer.box,
                        in: pairing.link.secret.id,
                        for: Self.boxLifetime,
                        of: device
                    )
                    isLeft = true
                } catch {
                    guard error.isTransient else { throw try await refusal(error, of: pairing) }
                    rest = max(pause, error.retryAfter)
                    pause = min(pause * 2, Self.longestPause)
                }
            }
            let step = now() <= end ? Self.pace : Self.slowPace
            try await sleep(step)
            rest -= step
        }
    }

    /// True if it is paired; undoes what is too late, and throws what has ended.
    private func isPaired(_ pairing: StoredPairing) throws(DevicePairingError) -> Bool {
        let (isPaired, hasEnded) = try DevicePairingError.ofStore { () throws(StoreError) in
            (try book.isPaired(pairing), try book.hasEnded(pairing))
        }
        guard !hasEnded else { throw .ended }
        guard !isPaired else { return true }
        guard !pairing.isOver(at: now()) else {
            try DevicePairingError.ofContacts { () throws(ContactError) in try book.end(pairing) }
            throw .unanswered
        }
        return false
    }

    /// The refusal of a box that does not pass: at `answered` the pairing is undone at once (L-33).
    private func refusal(
        _ error: RelayClientError,
        of pairing: StoredPairing
    ) async throws(DevicePairingError) -> DevicePairingError {
        switch error {
        case .problem("answered", _, _):
            try DevicePairingError.ofContacts { () throws(ContactError) in try book.end(pairing) }
            // What does not succeed now maintenance repeats.
            try? await endWhole(pairing)
            return .answered
        // The endpoint was made with this credential, so the relay knows the device.
        case .problem("unknown", _, _): return .noDrops
        default: return .relay(error)
        }
    }

    /// Asks a relay again after errors that pass, for 15 minutes since a moment.
    private func repeating<Value>(
        since begin: Timestamp,
        _ ask: () async throws(RelayClientError) -> Value
    ) async throws -> Value {
        var pause = Self.pace
        let end = begin.advanced(by: Self.boxLifetime)
        while true {
            do throws(RelayClientError) {
                return try await ask()
            } catch {
                guard error.isTransient, now() <= end else {
                    throw DevicePairingError.relay(error)
                }
                try await sleep(max(pause, error.retryAfter))
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}

extension RelayClientError {
    /// How long the relay asks to wait; zero if it does not say.
    fileprivate var retryAfter: Duration {
        if case .problem(_, _, let delay) = self { delay ?? .zero } else { .zero }
    }
}
