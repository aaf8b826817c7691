// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// A clock on which each sleep ends at once, and which is then that much later.
final class SkippingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Duration.zero)
    private let hook = Mutex<(@Sendable () -> Void)?>(nil)

    var now: Instant { Instant(offset: time.withLock(\.self)) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        hook.withLock(\.self)?()
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline.offset) }
    }

    /// Does something at each sleep, in the task that sleeps.
    func sleeping(_ body: @escaping @Sendable () -> Void) { hook.withLock { $0 = body } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// A relay with one phone, which answers a link as a test says.
final class PhoneRelay: RelayHTTP {
    /// What was asked, and when.
    struct Asked: Sendable {
        let request: RelayRequest
        let time: Duration

        var path: String { request.url.path() }
        var isOfDrop: Bool { path.hasPrefix("/d/") }
        var isPost: Bool { request.method == "POST" && !path.hasSuffix("/prekey") }
    }

    private struct State {
        var asked: [Asked] = []
        var boxes: [[UInt8]] = []
        /// What the next requests of a kind are answered, before the phone itself is asked.
        var scripted: [(isMeant: @Sendable (Asked) -> Bool, answer: RelayAnswer?)] = []
        var bundle: DeviceBundle?
        var retirement: DeviceIdentity.Retirement?
        var holds: (@Sendable (Asked) -> Void)?
        var breaks: @Sendable (Asked) -> Bool = { _ in false }
    }

    let clock = SkippingClock()
    let device = SampleDevice()
    /// The phone's prekeys, which stay.
    let own: DeviceBundle
    private let state = Mutex(State())

    init() throws { own = try device.bundle() }

    static let url = "https://relay.example"

    var asked: [Asked] { state.withLock(\.asked) }
    var posts: [Asked] { asked.filter(\.isPost) }

    /// The clocks of a sender at this relay; the time of day is the moment of the tests, and goes
    /// on.
    var time: RelayTime {
        let clock = clock
        return RelayTime(clock) { SampleDevice.now.advanced(by: clock.now.offset) }
    }

    /// Has the phone leave a box, which each further request for a drop gets; the next box comes
    /// with the next request.
    func leave(_ box: [UInt8]) { state.withLock { $0.boxes.append(box) } }

    /// Takes back all boxes.
    func forget() { state.withLock { $0.boxes = [] } }

    /// Has the phone answer a link.
    @discardableResult
    func answer(_ link: PairingLink, from other: SampleDevice? = nil) throws -> PairingAnswer {
        let answer = try (other ?? device).answer(to: link)
        leave(answer.box(for: link).bytes)
        return answer
    }

    /// Answers the next request of a kind so; nil breaks the connection.
    func script(
        _ answers: RelayAnswer?...,
        for isMeant: @escaping @Sendable (Asked) -> Bool
    ) {
        state.withLock { state in
            for answer in answers { state.scripted.append((isMeant, answer)) }
        }
    }

    /// The prekeys of another device, or a retirement beside them.
    func give(_ bundle: DeviceBundle?, retirement: DeviceIdentity.Retirement? = nil) {
        state.withLock { state in
            state.bundle = bundle
            state.retirement = retirement
        }
    }

    /// Does something before it answers a request, in the task that asks.
    func holding(_ body: @escaping @Sendable (Asked) -> Void) {
        state.withLock { $0.holds = body }
    }

    /// Breaks the connection of requests of a kind, from now on.
    func breaking(_ isMeant: @escaping @Sendable (Asked) -> Bool) {
        state.withLock { $0.breaks = isMeant }
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let asked = Asked(request: request, time: clock.now.offset)
        let (holds, breaks) = state.withLock { state in
            state.asked.append(asked)
            return (state.holds, state.breaks)
        }
        holds?(asked)
        try Task.checkCancellation()
        guard !breaks(asked) else { throw URLError(.networkConnectionLost) }
        let scripted: RelayAnswer?? = state.withLock { state in
            let place = state.scripted.firstIndex { $0.isMeant(asked) }
            return place.map { state.scripted.remove(at: $0).answer }
        }
        if let scripted {
            guard let scripted else { throw URLError(.networkConnectionLost) }
            return scripted
        }
        if asked.isOfDrop { return drop(asked) }
        guard asked.path.hasSuffix("/prekey") else { return RelayAnswer(status: 201, body: []) }
        let (bundle, retirement) = state.withLock { ($0.bundle, $0.retirement) }
        let offered = bundle ?? own
        return RelayAnswer(
            status: 200,
            body: JSONWriter.object { body in
                body.add("bundle", base64URL: offered.bytes.span)
                if let retirement { body.add("retirement", base64URL: retirement.bytes.span) }
            }
        )
    }

    private func drop(_ asked: Asked) -> RelayAnswer {
        let box = state.withLock { state in
            state.boxes.count > 1 ? state.boxes.removeFirst() : state.boxes.first
        }
        if let box { return RelayAnswer(status: 200, body: box) }
        // It waits as it is asked to.
        let words = asked.request.headers["Prefer"]?.split(separator: "=")
        clock.advance(by: .seconds((words?.last).flatMap { Int64($0) } ?? 0))
        return Self.noDrop
    }

    /// A drop that no device has used.
    static var noDrop: RelayAnswer { problem("unknown", 404, retryAfter: "2") }

    static func problem(
        _ name: String,
        _ status: Int,
        retryAfter: String? = nil,
        date: String? = nil
    ) -> RelayAnswer {
        RelayAnswer(
            status: status,
            retryAfter: retryAfter,
            date: date,
            body: Array(#"{"type":"urn:sealedpush:problem:\#(name)"}"#.utf8)
        )
    }
}

/// A sender in a store, and a relay with one phone.
struct PairingBench {
    let temporary: TemporaryStore
    let relay: PhoneRelay
    let sender: Sender

    init() throws {
        relay = try PhoneRelay()
        temporary = try TemporaryStore()
        _ = try SenderIdentities.create(in: temporary.store)
        sender = try Sender(store: temporary.store)
    }

    var now: Timestamp { relay.time.now() }
    var recipients: [PairedRecipient] { get throws { try sender.recipients(at: now) } }

    func begin(
        as name: String = "Build server",
        joining joined: PairedRecipient? = nil
    ) async throws(PairingError) -> Pairing {
        try await sender.pair(
            at: PhoneRelay.url,
            as: name,
            joining: joined,
            http: relay,
            time: relay.time
        )
    }

    /// A pairing whose link the phone has answered.
    func answered(joining joined: PairedRecipient? = nil) async throws -> PairedDevice {
        let pairing = try await begin(joining: joined)
        try relay.answer(pairing.link)
        return try await pairing.answer()
    }

    /// A recipient that was confirmed.
    func paired() async throws -> PairedRecipient {
        let phone = try await answered()
        try await phone.confirmUnseen()
        return try sender.recipient(named: phone.recipient.key, at: now)
    }

    func notify(_ text: TextMessage, to recipients: [PairedRecipient]) async throws(NotifyError)
        -> [DeviceResult]
    {
        let payload: Payload
        do throws(SealingError) {
            payload = try Payload(reading: text.json)
        } catch {
            throw .payload(error)
        }
        return try await sender.notify(
            payload,
            text.options,
            to: recipients,
            http: relay,
            time: relay.time
        )
    }

    /// What the phone reads in an envelope.
    func open(_ envelope: [UInt8], by device: SampleDevice? = nil) throws -> Payload {
        let topic = try #require(Topic("com.example.app"))
        let step = try (device ?? relay.device).open(
            Envelope(reading: envelope),
            topic: topic,
            at: now
        )
        guard case .deliver(let message) = step else {
            Issue.record("not opened: \(step)")
            throw PairingError.cancelled
        }
        return message.payload
    }
}
