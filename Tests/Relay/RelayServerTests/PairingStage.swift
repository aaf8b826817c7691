// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushRelay
import SealedPushRelayClient
import SealedPushRelayTesting
import SealedPushSender
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// A relay that runs, with phones and senders of the library at it.
struct PairingStage: Sendable {
    private let place = TemporaryFolder()
    let relay: ServedRelay
    /// Phones that are active at the relay.
    let phones: [StagedPhone]

    private var folder: String { place.path }

    init(phones count: Int = 1, descriptors: Int = 1024) async throws {
        let folder = place.path
        try place.makeFolder("relay")
        let program = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(program, ["relay-keys", "relay/keys"], in: folder).status == 0)
        let port = Listener.freePort()
        phones = try await Self.register(count, in: folder, at: port)
        relay = try await ServedRelay(
            ["--port", "\(port)", "--operator-port", "0", "--app", "chat"]
                + ["--topic", StagedPhone.topic, "--data", "relay"],
            in: folder,
            environment: ["SEALEDPUSH_KEYS": "relay/keys"],
            descriptors: descriptors
        )
    }

    /// Adds phones to the database of a relay that does not run yet.
    private static func register(
        _ count: Int,
        in folder: String,
        at port: Int
    ) async throws -> [StagedPhone] {
        let database = try SQLiteRelayStore(path: folder + "/relay/relay.sqlite") { .now }
        var phones: [StagedPhone] = []
        for _ in 0..<count {
            phones.append(
                try await StagedPhone(in: database, at: "http://127.0.0.1:\(port)")
            )
        }
        return phones
    }

    func sender() throws -> StagedSender { try StagedSender(at: relay.url) }

    /// Pairs a phone with a sender, up to the person's decision.
    func pair(
        _ phone: StagedPhone,
        with sender: StagedSender
    ) async throws -> (link: PairingLink, device: PairedDevice, number: PairingNumber) {
        let pairing = try await sender.begin()
        let accepting = phone.accepting(pairing.link)
        let device = try await pairing.answer()
        try phone.open(#require(sender.http.envelopes.last))
        return (pairing.link, device, try #require(try await accepting.value.number))
    }

    /// The number of messages that the relay has.
    func waiting() throws -> Int? {
        let show = ["outbox", "show", "--json", "--data", "relay"]
        let shown = try Tool.run(BuiltProgram.named("sealedpush-server"), show, in: folder)
        let lanes = try JSONDocument(reading: shown.bytes).root["lanes"]?.elements
        return lanes?.compactMap { $0["waiting"]?.integer }.reduce(0, +)
    }

    /// All that the relay's folder holds.
    func contents() throws -> [UInt8] {
        var contents: [UInt8] = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            contents += FileManager.default.contents(atPath: folder + "/" + file) ?? Data()
        }
        return contents
    }
}

/// A sender in a store of its own, whose requests a test sees and may disturb.
struct StagedSender: Sendable {
    private let place = TemporaryFolder()
    let sender: Sender
    let http = TappedHTTP()
    private let relay: String

    init(at relay: String) throws {
        let store = try RecordStore.create(at: place.path("store"), key: .folder)
        _ = try SenderIdentities.create(in: store)
        sender = try Sender(store: store)
        self.relay = relay
    }

    var recipients: [PairedRecipient] { get throws { try sender.recipients(at: .now) } }

    /// Begins a pairing, by a clock that is wrong by so much.
    func begin(by fault: Duration = .zero) async throws -> Pairing {
        try await begin(by: RelayTime(HastyClock()) { .now.advanced(by: fault) })
    }

    /// Begins a pairing that waits by some clock.
    func begin(by time: RelayTime) async throws -> Pairing {
        try await sender.pair(at: relay, as: "Build server", http: http, time: time)
    }
}

/// A phone with a store of its own, which is active at a relay.
struct StagedPhone: Sendable {
    private let place = TemporaryFolder()
    let store: RecordStore
    let keys: DeviceKeys
    let registration: RelayRegistration
    let http = TappedHTTP()
    private let relay: String

    static let topic = "com.example.chat"

    /// Makes the phone, and adds it to the database of a relay.
    init(in database: some RelayStore, at relay: String) async throws {
        store = try RecordStore.create(at: place.path("store"), key: .folder)
        let topic = try #require(Topic(Self.topic))
        _ = try DeviceKeys.create(in: store, topic: topic, now: .now)
        keys = try DeviceKeys(in: store)
        let (id, credential, code) = (DeviceID(), Capability(), Capability())
        registration = RelayRegistration(device: id.text, credential: credential.text)
        self.relay = relay
        let app = AppEnvironment(app: "chat", environment: .production)
        let key = SecretBytes(randomCount: 32)
        var device = RelayDevice(
            registering: id,
            app: app,
            identity: keys.identity,
            credential: credential.digest,
            token: TokenFingerprint(of: Array(id.text.utf8), for: app, key: key),
            sealed: { [UInt8($0.number)] },
            at: .now
        )
        try device.issueCode(code, origin: SampleDevice.origin, at: .now)
        let proof = try keys.possessionProof(
            for: .activation,
            at: SampleDevice.origin.text,
            of: id.text,
            nonce: code.bytes
        )
        try device.activate(by: proof, origin: SampleDevice.origin, at: .now)
        let prekeys = try PublishedPrekeys(
            publishing: keys.bundle(at: .now).bytes,
            of: keys.identity,
            at: .now
        )
        try await database.write { [device] in try $0.add(device, prekeys) }
    }

    var contacts: ContactBook { ContactBook(store) }

    /// What the app has, by a clock that is wrong by so much.
    func pairings(by fault: Duration = .zero) throws -> Pairings {
        try Pairings(
            in: store,
            at: [(relay: RelayClient(relay, http: http), device: registration)],
            as: "Ann's phone",
            notifications: { .allowed },
            clock: HastyClock(),
            now: { .now.advanced(by: fault) }
        )
    }

    /// Scans a code, agrees, and gives the states.
    func accept(
        _ link: PairingLink,
        as name: String = "Build server",
        by fault: Duration = .zero
    ) async throws -> [PairingState] {
        let pairings = try pairings(by: fault)
        let offer = try await pairings.offer(PairingLink(link.text, from: .camera))
        var states: [PairingState] = []
        for try await state in pairings.accept(offer, as: name) { states.append(state) }
        return states
    }

    /// The same, in a task of its own.
    func accepting(_ link: PairingLink) -> Task<[PairingState], any Error> {
        Task { try await accept(link) }
    }

    /// Answers a link without a person, and without a record.
    func leaveAnswer(to link: PairingLink) async throws {
        let client = try RelayClient(relay, http: http)
        let endpoint = try await client.makeEndpoint(of: registration, for: .firstKey).url
        let answer = try #require(try keys.answer(to: link, at: endpoint, as: "Ann's phone"))
        let (box, id) = (answer.box(for: link), link.secret.id)
        try await client.leave(box, in: id, for: .seconds(900), of: registration)
    }

    /// Opens an envelope as the extension does, and gives the text that is shown.
    @discardableResult
    func open(_ envelope: [UInt8]) throws -> String? {
        let text = Base64URL.encode(envelope.span)
        let push = #"{"aps":{"alert":{"body":"-"}},"encrypted-content":"\#(text)"}"#
        let received = try NotificationReceiver(store: store, unknownSenders: .showUnverified)
            .receive(IncomingPush(Array(push.utf8)), now: .now)
        #expect(received.outcome == .opened)
        return received.content.body
    }

    func isPaired(by link: PairingLink) throws -> Bool {
        try PairingBook(store).pairing(of: link)?.isPaired == true
    }

    /// The endpoints that the relay has for it.
    var endpoints: [String] {
        get async throws { try await RelayClient(relay).endpoints(of: registration) }
    }

    /// Whether nothing is left of a pairing: no contact, and no endpoint.
    var hasNothing: Bool {
        get async throws {
            let endpoints = try await endpoints
            return try contacts.list().contacts.isEmpty && endpoints.isEmpty
        }
    }
}

extension [PairingState] {
    /// The number that the phone shows.
    var number: PairingNumber? {
        for case .paired(let number, _, _) in self { return number }
        return nil
    }
}

/// A way to a relay on which a test sees all, and changes what it likes.
final class TappedHTTP: RelayHTTP {
    /// Sends a request on, or answers in the relay's place.
    typealias Disturbance =
        @Sendable (
            _ request: RelayRequest,
            _ pass: @Sendable () async throws -> RelayAnswer
        ) async throws -> RelayAnswer

    private struct State {
        var exchanges: [(request: RelayRequest, answer: RelayAnswer)] = []
        var disturbance: Disturbance = { try await $1() }
    }

    private let way = URLSessionHTTP()
    private let state = Mutex(State())

    /// All that was asked and answered, in order.
    var exchanges: [(request: RelayRequest, answer: RelayAnswer)] {
        state.withLock(\.exchanges)
    }

    /// The messages that the relay has taken.
    var envelopes: [[UInt8]] {
        exchanges.filter { $0.request.isMessage && $0.answer.status == 201 }.map(\.request.body)
    }

    /// The boxes that came out of drops.
    var boxes: [[UInt8]] {
        exchanges.filter { $0.request.isOfDrop && $0.answer.status == 200 }.map(\.answer.body)
    }

    func disturb(_ disturbance: @escaping Disturbance) {
        state.withLock { $0.disturbance = disturbance }
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let disturbance = state.withLock(\.disturbance)
        let way = way
        let answer = try await disturbance(request) { try await way.send(request) }
        state.withLock { $0.exchanges.append((request, answer)) }
        return answer
    }
}

extension RelayRequest {
    /// A sender's request for a box.
    var isOfDrop: Bool { method == "GET" && url.path.hasPrefix("/d/") }
    /// A sender's request for prekeys.
    var isOfPrekeys: Bool { url.path.hasSuffix("/prekey") }
    /// A sender's message.
    var isMessage: Bool { method == "POST" && url.path.hasPrefix("/e/") && !isOfPrekeys }
    /// A device's request for an endpoint.
    var isOfEndpoint: Bool { method == "POST" && url.path.hasSuffix("/endpoints") }
    /// A device's box.
    var isBox: Bool { method == "PUT" && url.path.contains("/drops/") }
}

/// The system's clock, on which no sleep is long.
struct HastyClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: min(.milliseconds(20), now.duration(to: deadline)))
    }
}

/// A clock that goes on by what was slept, and by that alone.
final class LeapingClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    var now: Instant { start.advanced(by: passed.withLock(\.self)) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: .milliseconds(5))
        passed.withLock { $0 = max($0, start.duration(to: deadline)) }
    }
}
