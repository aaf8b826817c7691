// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import Synchronization
import Testing

@testable import SealedPushRelayClient

/// A clock whose sleepers wake at once, after a test has had its turn.
final class SteppedClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    private let turn: @Sendable (_ passed: Duration) throws -> Void

    init(turn: @escaping @Sendable (_ passed: Duration) throws -> Void = { _ in }) {
        self.turn = turn
    }

    /// The time that was slept.
    var slept: Duration { passed.withLock(\.self) }
    var now: Instant { start.advanced(by: slept) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        passed.withLock { $0 = max($0, start.duration(to: deadline)) }
        try turn(slept)
    }
}

/// A phone that reads links, its relay, and the sender of a link, which takes the box.
struct PairingPhone: Sendable {
    let disk: SimulatedFileSystem
    let relay: PairingRelay
    var device = RelayRegistration(device: "device-1", credential: "credential-1")

    static let now = ScannedLink.now

    init(relay: PairingRelay = PairingRelay()) throws {
        disk = SimulatedFileSystem(try .withStore())
        self.relay = relay
        let topic = try #require(Topic("com.example.app"))
        try DeviceKeys.create(in: disk.store(), topic: topic, now: Self.now)
    }

    init(_ disk: SimulatedFileSystem, relay: PairingRelay) {
        (self.disk, self.relay) = (disk, relay)
    }

    var store: RecordStore { get throws { try disk.store() } }
    var contacts: ContactBook { get throws { ContactBook(try store) } }

    /// What the app has, so long after the links were shown by its clock.
    func pairings(
        in store: RecordStore? = nil,
        at delay: Duration = .zero,
        named name: String = "Ann's phone",
        notifications: Pairings.Notifications = .allowed,
        acceptsTestIdentities: Bool = false,
        clock: SteppedClock = SteppedClock()
    ) throws -> Pairings {
        let begin = clock.slept
        return try Pairings(
            in: store ?? self.store,
            at: [(relay: RelayClient(relay.origin, http: relay), device: device)],
            as: name,
            notifications: { notifications },
            acceptsTestIdentities: acceptsTestIdentities,
            clock: clock,
            now: { Self.now.advanced(by: delay + clock.slept - begin) }
        )
    }

    /// The answer as the sender reads it; nil while there is none.
    func answer(to link: PairingLink) -> PairingAnswer? {
        relay.box(of: link).flatMap { try? PairingAnswer(opening: $0, to: link) }
    }

    /// A clock at which the sender's message comes as soon as the sender has the box.
    func answering(_ link: PairingLink, in store: RecordStore) -> SteppedClock {
        SteppedClock { _ in
            guard let answer = answer(to: link) else { return }
            try PairingBook(store).notePaired(by: link.sender.bytes, answer.answerHash)
        }
    }

    /// Reads a link, agrees, and gives the states; the sender answers.
    @discardableResult
    func pair(
        _ link: PairingLink,
        as name: String = "Build server",
        in store: RecordStore? = nil,
        at delay: Duration = .zero
    ) async throws -> [PairingState] {
        let store = try store ?? self.store
        let pairings = try pairings(in: store, at: delay, clock: answering(link, in: store))
        var states: [PairingState] = []
        for try await state in try await pairings.accept(pairings.offer(link), as: name) {
            states.append(state)
        }
        return states
    }

    /// The number of records of pairings, besides those of links that have served.
    var records: Int {
        get throws { try store.list(.pairings).records.count { $0.id.first != 8 } }
    }
}
