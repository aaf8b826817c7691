// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelayClient
import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A sidecar that pairs, and a relay in memory with its drops.
final class PairingBench: Sendable {
    let sidecar = SidecarBench()
    let relay: DropRelay
    let database: SidecarDatabase
    /// The monotonic clock, which stands still unless a test advances it.
    let clock = ManualClock()
    let worker: PairingWorker
    /// How often a device has answered.
    let answers = Counter()
    /// What each envelope named that was opened: a one-time prekey opens it once.
    private let opened = Mutex<[[UInt8]: AnswerHash?]>([:])

    static let code: RecipientCode = {
        guard let code = RecipientCode("4711") else { preconditionFailure("a code") }
        return code
    }()

    init(limit: Int = PairingWorker.limit, hasKey: Bool = true) throws {
        relay = DropRelay(sidecar.relay)
        database = try sidecar.database()
        worker = Self.worker(
            database,
            sidecar,
            relay,
            clock,
            hasKey ? SampleKey.own : nil,
            limit: limit,
            answers
        )
    }

    private static func worker(
        _ database: SidecarDatabase,
        _ sidecar: SidecarBench,
        _ relay: DropRelay,
        _ clock: ManualClock,
        _ key: VAPIDKey?,
        limit: Int,
        _ answers: Counter
    ) -> PairingWorker {
        PairingWorker(
            database,
            sidecar.rule,
            sender: sidecar.sealer(in: database),
            relays: key.map { RelaySender(key: $0, http: relay, clock: database.clock) },
            time: RelayTime(clock, now: database.clock),
            limit: limit
        ) {
            answers.add()
        }
    }

    /// Another sidecar on the same database.
    func other(
        _ relay: DropRelay? = nil,
        in database: SidecarDatabase? = nil,
        key: VAPIDKey = SampleKey.own
    ) throws -> PairingWorker {
        Self.worker(
            try database ?? sidecar.database(),
            sidecar,
            relay ?? self.relay,
            clock,
            key,
            limit: PairingWorker.limit,
            answers
        )
    }

    /// Runs sidecars while a test asks, and stops them.
    func run(
        _ workers: PairingWorker...,
        while body: () async throws -> Void
    ) async throws {
        let workers = workers.isEmpty ? [worker] : workers
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers { group.addTask { await worker.run() } }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            for worker in workers { worker.stop() }
            try await group.waitForAll()
            try result.get()
        }
    }

    /// Waits until so many requests for drops wait.
    func waiting(_ count: Int) async throws {
        while relay.waiting != count { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Begins a pairing, and gives its link.
    @discardableResult
    func begin(
        _ code: RecipientCode = code,
        by worker: PairingWorker? = nil
    ) async throws -> PairingLink {
        let worker = worker ?? self.worker
        let asked = #"{"relay":"https://relay.example","name":"Shop"}"#
        let request = try PairingRequest(reading: Array(asked.utf8), RelayPolicy())
        let exchange = try worker.exchange(for: request)
        try await worker.begin(exchange, for: code)
        // The relay was asked, and is asked again after that.
        clock.advance(by: .seconds(2))
        return exchange.link
    }

    /// Has a phone answer a link, as its app does, and gives the answer.
    @discardableResult
    func answer(
        _ link: PairingLink,
        by device: SampleDevice,
        topic: String = "com.example.app",
        at endpoint: String? = nil,
        in drops: DropRelay? = nil
    ) throws -> PairingAnswer {
        clock.advance(by: .seconds(2))
        let endpoint = try endpoint ?? sidecar.relay.endpoint(for: device)
        let answer = try Self.answer(to: link, by: device, at: endpoint, topic: topic)
        (drops ?? relay).leave(answer.box(for: link).bytes, at: link.secret.id)
        return answer
    }

    /// A phone's answer with an endpoint.
    static func answer(
        to link: PairingLink,
        by device: SampleDevice,
        at endpoint: String,
        topic: String = "com.example.app"
    ) throws -> PairingAnswer {
        let name = try #require(endpoint.split(separator: "/").last)
        let capability = try Base64URL.decode(Array(name.utf8).span)
        return try device.answer(to: link, capability: capability, topic: topic)
    }

    func state(
        of code: RecipientCode = code,
        by worker: PairingWorker? = nil
    ) async throws -> SidecarPairing.State? {
        try await (worker ?? self.worker).pairing(of: code)?.state
    }

    /// Waits until a pairing is in a state.
    func reach(_ state: SidecarPairing.State, of code: RecipientCode = code) async throws {
        while try await self.state(of: code) != state {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Pairs a device up to the number.
    @discardableResult
    func pair(
        _ device: SampleDevice,
        for code: RecipientCode = code
    ) async throws -> PairingAnswer {
        let answer = try await answer(begin(code), by: device)
        try await reach(.answered, of: code)
        return answer
    }

    /// Has a sidecar make an attempt for whatever is due.
    func deliver() async throws {
        try await sidecar.worker().deliverOnce()
    }

    /// Types the number of an answer.
    @discardableResult
    func confirm(
        _ answer: PairingAnswer,
        of code: RecipientCode = code
    ) async throws -> PairingConfirmation {
        try await database.confirm(answer.answerHash.number, of: code)
    }

    /// The recipient's devices.
    func devices(of code: RecipientCode = code) async throws -> [DeviceIdentity] {
        try await database.devices(of: code).map(\.destination.device)
    }

    /// The answers that the messages which a device got name.
    func named(by device: SampleDevice) throws -> [AnswerHash?] {
        try sidecar.relay.taken(for: device).map { envelope in
            if let known = opened.withLock({ $0[envelope] }) { return known }
            guard case .deliver(let message) = try device.content(of: envelope) else {
                Issue.record("an envelope opens")
                return nil
            }
            let named = message.payload.fields?.paired
            opened.withLock { $0[envelope] = .some(named) }
            return named
        }
    }
}

enum SampleKey {
    /// The sender's own key for endpoints.
    static let own = make()
    /// The one of a store that was restored without it.
    static let other = make()

    private static func make() -> VAPIDKey {
        guard let key = VAPIDKey(rawRepresentation: VAPIDKey.makeRawRepresentation()) else {
            preconditionFailure("a key")
        }
        return key
    }
}

extension SidecarDatabase {
    /// How many devices await a number.
    func pendingCount() async throws -> Int {
        try await read { transaction in
            let count: Int? = try transaction.value(
                "SELECT count(*) AS value FROM device WHERE pending"
            )
            return count ?? 0
        }
    }
}
