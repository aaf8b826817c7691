// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// What a device does with a link to which a person has agreed, at a relay in memory.
struct PairingsTests {
    private let link: PairingLink

    init() throws { link = try ScannedLink().link }

    @Test(.rules("L-25 L-26 L-27 L-29 L-30 L-31"))
    func `the device makes an endpoint for the first key, leaves its answer, and is paired`()
        async throws
    {
        let phone = try PairingPhone()
        let states = try await phone.pair(link, as: "Basement")
        #expect(
            phone.relay.asked == [
                "POST /v1/devices/device-1/endpoints",
                "PUT /v1/devices/device-1/drops/\(link.secret.id.text)",
                // Then it looks whether an endpoint's name was lost.
                "GET /v1/devices/device-1/endpoints",
            ]
        )
        let requests = phone.relay.requests
        #expect(String(decoding: requests[0].body, as: UTF8.self) == #"{"firstKey":true}"#)
        #expect(requests[1].headers["TTL"] == "900")
        #expect(requests[1].headers["Content-Type"] == "application/octet-stream")
        #expect(requests.allSatisfy { $0.headers["Authorization"] == "Bearer credential-1" })
        let answer = try #require(phone.answer(to: link))
        #expect(answer.name == "Ann's phone" && answer.topic.text == "com.example.app")
        #expect(answer.endpoint == phone.relay.endpoints[0].url)
        #expect(try answer.device == DeviceKeys(in: phone.store).identity)
        let paired = PairingState.paired(
            number: answer.answerHash.number,
            name: "Basement",
            sender: link.sender
        )
        #expect(states == [.waiting, paired])
        #expect(try phone.contacts.status(of: link.sender.bytes)?.trust == .verified)
        #expect(try phone.contacts.name(of: link.sender.bytes) == "Basement")
    }

    @Test(.rules("L-31"))
    func `a link that came by the system pairs, and verifies nothing`() async throws {
        let phone = try PairingPhone()
        let link = try ScannedLink(from: .system).link
        #expect(try await phone.pair(link).count == 2)
        #expect(try phone.contacts.status(of: link.sender.bytes)?.trust == .unverified)
    }

    @Test(.rules("L-29"))
    func `a relay that has taken the box pairs nothing`() async throws {
        let phone = try PairingPhone()
        let clock = SteppedClock { passed in
            if passed >= .seconds(120) { throw CancellationError() }
        }
        let pairings = try phone.pairings(clock: clock)
        var states: [PairingState] = []
        await #expect(throws: CancellationError.self) {
            for try await state in try await pairings.accept(pairings.offer(link), as: "A") {
                states.append(state)
            }
        }
        #expect(states == [.waiting])
        // It was taken at once, and is not left again.
        #expect(phone.relay.boxes.count == 1)
    }

    @Test(.rules("L-27"))
    func `a box is left again with the same bytes until the relay has taken it`() async throws {
        let relay = PairingRelay { number, request in
            guard request.method == "PUT" else { return nil }
            return switch number {
            case 1: .lostRequest
            case 2: .problem("limit", 429, retryAfter: "40")
            case 3: .lostAnswer
            case 4: .problem("", 503)
            default: nil
            }
        }
        let phone = try PairingPhone(relay: relay)
        let clock = SteppedClock { passed in
            if passed >= .seconds(120) { throw CancellationError() }
        }
        let pairings = try phone.pairings(clock: clock)
        await #expect(throws: CancellationError.self) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        #expect(relay.boxes.count == 5 && Set(relay.boxes).count == 1)
        #expect(clock.slept >= .seconds(40))
    }

    @Test(.rules("L-27"))
    func `after 15 minutes a box is left no more`() async throws {
        let left = Mutex<[Duration]>([])
        let passing = Mutex(Duration.zero)
        let relay = PairingRelay { _, request in
            guard request.method == "PUT" else { return nil }
            left.withLock { $0.append(passing.withLock(\.self)) }
            return .lostRequest
        }
        let phone = try PairingPhone(relay: relay)
        let clock = SteppedClock { passed in
            passing.withLock { $0 = passed }
            if passed >= .seconds(2000) { throw CancellationError() }
        }
        let pairings = try phone.pairings(clock: clock)
        // Then the person is told why, and has not waited for a day.
        await #expect(throws: DevicePairingError.relay(.unreachable)) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        let times = left.withLock(\.self)
        let last = try #require(times.last)
        #expect(last > .seconds(840) && last <= .seconds(900))
    }

    @Test(
        .rules("L-25"),
        arguments: [
            "https://relay.example/e/short",
            "https://relay.example/f/" + String(repeating: "A", count: 43),
            "https://other.example/e/" + String(repeating: "A", count: 43),
            "https://relay.example/e/" + String(repeating: "A", count: 43) + "/x",
            "https://relay.example:8443/e/" + String(repeating: "A", count: 43),
        ]
    )
    func `an endpoint of another form or relay is not answered with`(_ url: String) async throws {
        let relay = PairingRelay { _, request in
            request.method == "POST"
                ? .answer(201, #"{"id":"endpoint-1","endpoint":"\#(url)"}"#) : nil
        }
        let phone = try PairingPhone(relay: relay)
        await #expect(throws: DevicePairingError.relay(.malformedAnswer)) {
            try await phone.pair(link)
        }
        #expect(relay.boxes.isEmpty)
        #expect(try phone.contacts.list().contacts.isEmpty)
    }

    @Test(.rules("L-33")) func `if another phone answered first, all is undone at once`()
        async throws
    {
        let phone = try PairingPhone()
        phone.relay.spoil(link)
        await #expect(throws: DevicePairingError.answered) { try await phone.pair(link) }
        #expect(phone.relay.left.isEmpty && phone.relay.ended.count == 1)
        #expect(try phone.contacts.list().contacts.isEmpty)
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-33"))
    func `what is not undone at once, since the relay does not answer, maintenance undoes`()
        async throws
    {
        let isDown = Mutex(true)
        let relay = PairingRelay { _, request in
            request.method == "DELETE" && isDown.withLock(\.self) ? .lostRequest : nil
        }
        let phone = try PairingPhone(relay: relay)
        relay.spoil(link)
        await #expect(throws: DevicePairingError.answered) { try await phone.pair(link) }
        #expect(try phone.contacts.list().contacts.isEmpty)
        let failed = try await phone.pairings().maintain()
        #expect(failed.left == 1 && failed.failures == [.relay(.unreachable)])
        isDown.withLock { $0 = false }
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(relay.left.isEmpty)
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-33"))
    func `a pairing without a word is undone after a day, here and at the relay`() async throws {
        let phone = try PairingPhone()
        let pairings = try phone.pairings()
        await #expect(throws: DevicePairingError.unanswered) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        #expect(try phone.contacts.list().contacts.isEmpty)
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(phone.relay.left.isEmpty)
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-32"))
    func `once it is paired the older endpoint of the sender ends`() async throws {
        let phone = try PairingPhone()
        let first = try ScannedLink()
        try await phone.pair(first.link)
        #expect(phone.relay.left == ["endpoint-1"])
        try await phone.pair(ScannedLink().link, as: "Other")
        #expect(phone.relay.left == ["endpoint-1", "endpoint-2"])
        try await phone.pair(ScannedLink(of: first.sender).link)
        #expect(phone.relay.left == ["endpoint-2", "endpoint-3"])
    }

    @Test(.rules("L-34"), arguments: [true, false])
    func `the endpoint of a contact that is removed or blocked ends`(_ isBlocked: Bool)
        async throws
    {
        let phone = try PairingPhone()
        try await phone.pair(link)
        #expect(try await phone.pairings().maintain() == PairingMaintenance())
        if isBlocked {
            try phone.contacts.block(link.sender)
        } else {
            try phone.contacts.remove(identity: link.sender)
        }
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(phone.relay.left.isEmpty)
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-21 L-34"))
    func `no other relay is told to end an endpoint`() async throws {
        let phone = try PairingPhone()
        try await phone.pair(link)
        try phone.contacts.block(link.sender)
        let other = PairingPhone(phone.disk, relay: PairingRelay(at: "https://other.example"))
        #expect(try await other.pairings().maintain().left == 1)
        #expect(other.relay.requests.isEmpty)
        #expect(try await phone.pairings().maintain().ended == 1)
    }

    @Test(.rules("L-28"))
    func `after it is paired the same scan gives the same number`() async throws {
        let phone = try PairingPhone()
        let first = try await phone.pair(link)
        let asked = phone.relay.asked
        #expect(try await phone.pair(link) == first)
        // No endpoint and no box: it looks for endpoints whose names were lost.
        #expect(phone.relay.asked == asked + ["GET /v1/devices/device-1/endpoints"])
    }

    @Test(.rules("L-28"))
    func `a person who reads the same link while it waits is asked for no other endpoint`()
        async throws
    {
        let phone = try PairingPhone()
        let clock = SteppedClock { _ in throw CancellationError() }
        let pairings = try phone.pairings(clock: clock)
        await #expect(throws: CancellationError.self) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        let states = try await phone.pair(link, as: "Other name")
        #expect(states.count == 2)
        #expect(phone.relay.endpoints.count == 1 && Set(phone.relay.boxes).count == 1)
        #expect(try phone.contacts.name(of: link.sender.bytes) == "A")
    }

    @Test func `two runs with one link make one answer`() async throws {
        let phone = try PairingPhone()
        async let first = phone.pair(link)
        async let second = phone.pair(link)
        let states = try await [first, second]
        #expect(states[0].last == states[1].last)
        #expect(Set(phone.relay.boxes).count == 1 && phone.relay.left.count == 1)
    }

    @Test func `a name that no contact can have is refused before anything happens`()
        async throws
    {
        let phone = try PairingPhone()
        await #expect(throws: DevicePairingError.contacts(.nameEmpty)) {
            try await phone.pair(link, as: " ")
        }
        #expect(try phone.records == 0)
    }

    @Test func `a relay without drops, and one that knows the device no more, are told apart`()
        async throws
    {
        let unknown = DevicePairingError.relay(
            .problem("unknown", status: 404, retryAfter: nil)
        )
        for (method, error) in [("PUT", DevicePairingError.noDrops), ("POST", unknown)] {
            let phone = try PairingPhone(
                relay: PairingRelay { _, request in
                    request.method == method ? .problem("unknown", 404) : nil
                }
            )
            await #expect(throws: error) { try await phone.pair(link) }
            // Of a device whose endpoint an earlier run has made, either may be so.
            if method == "PUT" {
                await #expect(throws: unknown) { try await phone.pair(link) }
            }
        }
    }

    @Test func `a task that is cancelled ends the waiting`() async throws {
        let phone = try PairingPhone()
        let task = Task { () -> [PairingState] in
            let pairings = try Pairings(
                in: phone.store,
                at: [
                    (
                        relay: RelayClient(phone.relay.origin, http: phone.relay),
                        device: phone.device
                    )
                ],
                as: "Ann's phone",
                notifications: { .allowed },
                now: { PairingPhone.now }
            )
            var states: [PairingState] = []
            for try await state in try await pairings.accept(pairings.offer(link), as: "A") {
                states.append(state)
            }
            return states
        }
        try await until { !phone.relay.boxes.isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: ["9223372036854775807", "100000", "-5"])
    func `a relay that asks for a pause of years is not waited for`(_ pause: String) async throws {
        let relay = PairingRelay { _, request in
            request.method == "POST" ? .problem("limit", 429, retryAfter: pause) : nil
        }
        let phone = try PairingPhone(relay: relay)
        let clock = SteppedClock()
        let pairings = try phone.pairings(clock: clock)
        await #expect(throws: DevicePairingError.self) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        #expect(clock.slept <= .seconds(900))
    }

    @Test(.rules("L-25"), arguments: [0, 256, 300])
    func `a relay's name for an endpoint that no request could have is refused`(
        _ count: Int
    ) async throws {
        let id = String(repeating: "a", count: count)
        let url = "https://relay.example/e/" + String(repeating: "A", count: 43)
        let relay = PairingRelay { _, request in
            request.method == "POST"
                ? .answer(201, #"{"id":"\#(id)","endpoint":"\#(url)"}"#) : nil
        }
        let phone = try PairingPhone(relay: relay)
        await #expect(throws: DevicePairingError.relay(.malformedAnswer)) {
            try await phone.pair(link)
        }
        #expect(relay.boxes.isEmpty)
    }

    @Test(.rules("L-32 L-34"))
    func `a number is not shown for a pairing that has ended when its message comes`()
        async throws
    {
        let phone = try PairingPhone()
        let store = try phone.store
        let link = link
        let clock = SteppedClock { _ in
            guard let answer = phone.answer(to: link) else { return }
            try PairingBook(store).notePaired(by: link.sender.bytes, answer.answerHash)
            try ContactBook(store).remove(identity: link.sender)
        }
        let pairings = try phone.pairings(in: store, clock: clock)
        await #expect(throws: DevicePairingError.ended) {
            for try await _ in try await pairings.accept(pairings.offer(link), as: "A") {}
        }
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(phone.relay.left.isEmpty)
    }

    @Test(.rules("L-28 L-33"))
    func `a link that was undone serves no second answer`() async throws {
        let phone = try PairingPhone()
        phone.relay.spoil(link)
        await #expect(throws: DevicePairingError.answered) { try await phone.pair(link) }
        let count = phone.relay.requests.count
        await #expect(throws: DevicePairingError.ended) { try await phone.pair(link) }
        #expect(phone.relay.requests.count == count)
        #expect(try phone.contacts.list().contacts.isEmpty)
    }

    @Test(.rules("L-22"))
    func `a sender that is blocked while the relay is asked gets no answer`() async throws {
        let disk = try PairingPhone().disk
        let store = try disk.store()
        let link = link
        let relay = PairingRelay { _, request in
            guard request.method == "POST" else { return nil }
            _ = try? ContactBook(store).add(name: "Mallory", identity: link.sender)
            try? ContactBook(store).block(link.sender)
            return nil
        }
        let phone = PairingPhone(disk, relay: relay)
        await #expect(throws: DevicePairingError.blocked) { try await phone.pair(link) }
        #expect(relay.boxes.isEmpty)
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(relay.left.isEmpty)
    }

    @Test(.rules("L-34"))
    func `an endpoint ends at the registration that has it, and not before that is active`()
        async throws
    {
        var phone = try PairingPhone()
        try await phone.pair(link)
        try phone.contacts.block(link.sender)
        phone.device = RelayRegistration(device: "device-2", credential: "credential-2")
        phone.relay.put("pending")
        let waiting = try await phone.pairings().maintain()
        #expect(waiting.left == 1 && waiting.failures == [])
        #expect(phone.relay.left == ["endpoint-1"])
        phone.relay.put("active")
        #expect(try await phone.pairings().maintain().ended == 1)
        #expect(phone.relay.asked.last == "DELETE /v1/devices/device-2/endpoints/endpoint-1")
        #expect(phone.relay.left.isEmpty)
    }

    @Test func `a registration that has ended is waited for quietly: another one has the endpoint`()
        async throws
    {
        let relay = PairingRelay { _, request in
            request.method == "DELETE" ? .problem("gone", 410) : nil
        }
        let phone = try PairingPhone(relay: relay)
        try await phone.pair(link)
        try phone.contacts.block(link.sender)
        let report = try await phone.pairings().maintain()
        #expect(report.left == 1 && report.failures == [])
    }
}
