// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension Pairings {
    /// Answers a link to which a person has agreed, and waits for the message that pairs.
    ///
    /// It gives `.waiting`, then `.paired`, and ends; it works while it is read. It may be
    /// cancelled or killed at any point: with the same link it goes on where it was. What is not
    /// paired in a day, maintenance undoes.
    ///
    /// - Parameters:
    ///   - offer: The link.
    ///   - name: The name for the contact that is to be made. A contact that is there stays as it
    ///     is.
    /// - Returns: The states; it throws a ``DevicePairingError``, and `CancellationError`.
    public func accept(_ offer: PairingOffer, as name: String) -> PairingStates {
        PairingStates(pairings: self, offer: offer, name: name)
    }
}

// MARK: - Steps

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
    func agree(
        to offer: PairingOffer,
        as name: String
    ) async throws(DevicePairingError) -> StoredPairing {
        let link = offer.link
        try await check(link)
        let agreed = offer.naming == .contact ? offer.name : name
        try DevicePairingError.ofContacts { () throws(ContactError) in
            try ContactText.check(name: agreed)
        }
        let pairing = try DevicePairingError.ofStore { () throws(StoreError) in
            try book.agree(to: link, as: agreed, now: now())
        }
        // Its secret has served one answer: another link serves the next.
        guard let pairing else { throw .ended }
        return pairing
    }

    /// Does the rest of step 4 as far as it was not done, and waits for step 7 (L-25 to L-29).
    func answer(
        _ agreed: StoredPairing,
        _ offer: PairingOffer,
        as name: String
    ) async throws -> PairingState {
        var pairing = agreed
        if !pairing.isPaired {
            var isFresh = false
            if pairing.endpoint == nil {
                pairing = try await makeEndpoint(for: pairing)
                isFresh = true
            }
            // A person may have decided otherwise while the relay was asked.
            if pairing.answer == nil { try checkTrust(in: offer.link.sender) }
            pairing = try DevicePairingError.ofContacts { () throws(ContactError) in
                try book.addContact(
                    for: pairing,
                    as: offer.naming == .contact ? offer.name : name,
                    from: offer.link.source
                )
            }
            pairing = try keepAnswer(for: pairing)
            try await leaveAnswer(of: pairing, isFresh: isFresh)
        }
        return try state(of: pairing)
    }

    /// The end of a pairing that is paired: the contact is verified before the person reads that.
    private func state(of pairing: StoredPairing) throws(DevicePairingError) -> PairingState {
        let sender = pairing.link.sender
        guard let number = pairing.answer?.hash.number else { throw .ended }
        let review = try DevicePairingError.ofContacts { () throws(ContactError) in
            try book.maintain(of: keys.identity, now: now())
        }
        let (hasEnded, isSettled) = try DevicePairingError.ofStore { () throws(StoreError) in
            (try book.hasEnded(pairing), try book.isSettled(pairing))
        }
        // A person has removed or blocked the contact, or a later pairing has replaced this one.
        guard !hasEnded else { throw .ended }
        guard isSettled else { throw .contacts(review.failures.first ?? .store(.corrupted)) }
        let name = try DevicePairingError.ofContacts { () throws(ContactError) in
            try contacts.name(of: sender.bytes)
        }
        return .paired(number: number, name: name ?? pairing.name, sender: sender)
    }

    /// Makes the endpoint, and keeps one whose URL an answer can have (L-25).
    private func makeEndpoint(for pairing: StoredPairing) async throws -> StoredPairing {
        let (relay, device) = try registration(for: pairing.link)
        let made = try await repeating { () throws(RelayClientError) in
            try await relay.makeEndpoint(of: device, for: .firstKey)
        }
        let kept: StoredPairing
        do throws(DevicePairingError) {
            guard try answer(to: pairing.link, at: made.url) != nil else {
                throw .relay(.malformedAnswer)
            }
            let endpoint = StoredPairing.Endpoint(
                id: made.id,
                device: device.device,
                url: made.url
            )
            kept = try DevicePairingError.ofStore { () throws(StoreError) in
                try book.keep(endpoint, for: pairing)
            }
        } catch {
            // Nothing else knows it.
            try? await relay.deleteEndpoint(made.id, of: device)
            throw error
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
    ///
    /// `isFresh` says whether this run has made the endpoint.
    private func leaveAnswer(of pairing: StoredPairing, isFresh: Bool) async throws {
        guard let answer = pairing.answer else { throw DevicePairingError.store(.corrupted) }
        let (relay, device) = try registration(for: pairing.link)
        // What is left of the 15 minutes by the clock of the wall, which may be set meanwhile.
        let passed = now().timeSince1970 - answer.kept.timeSince1970
        let end = steady() + min(Self.boxLifetime - passed, Self.boxLifetime)
        var isLeft = false
        var (pause, next) = (Self.pace, steady())
        var failure: RelayClientError?
        while try !isPaired(pairing) {
            if !isLeft, steady() >= next, steady() <= end {
                do throws(RelayClientError) {
                    try await relay.leave(
                        answer.box,
                        in: pairing.link.secret.id,
                        for: Self.boxLifetime,
                        of: device
                    )
                    isLeft = true
                } catch {
                    guard error.isTransient else {
                        throw await refusal(error, of: pairing, isFresh: isFresh)
                    }
                    failure = error
                    next = steady() + max(pause, error.retryAfter)
                    pause = min(pause * 2, Self.longestPause)
                }
            }
            if !isLeft, steady() > end, let failure {
                throw DevicePairingError.relay(failure)
            }
            try await sleep(steady() <= end ? Self.pace : Self.slowPace)
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
        of pairing: StoredPairing,
        isFresh: Bool
    ) async -> DevicePairingError {
        switch error {
        case .problem("answered", _, _):
            do throws(ContactError) {
                try book.end(pairing)
                // What does not succeed now maintenance repeats.
                _ = try? await endWhole(pairing)
            } catch {
                // On a disk that is full, say: the record stays, and maintenance undoes it.
                if let id = pairing.endpoint?.id, let place = registration(at: pairing.link) {
                    try? await place.relay.deleteEndpoint(id, of: place.device)
                }
            }
            return .answered
        // The relay has just made an endpoint for this device.
        case .problem("unknown", _, _) where isFresh: return .noDrops
        default: return .relay(error)
        }
    }

    /// Asks a relay again after errors that pass, for 15 minutes.
    private func repeating<Value>(
        _ ask: () async throws(RelayClientError) -> Value
    ) async throws -> Value {
        var pause = Self.pace
        let end = steady() + Self.boxLifetime
        while true {
            do throws(RelayClientError) {
                return try await ask()
            } catch {
                let wait = max(pause, error.retryAfter)
                guard error.isTransient, steady() + wait <= end else {
                    throw DevicePairingError.relay(error)
                }
                try await sleep(wait)
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
