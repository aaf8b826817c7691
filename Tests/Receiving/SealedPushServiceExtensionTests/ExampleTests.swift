// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushRelayClient
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization
import TestSupport
import Testing

@testable import IOSExample

/// The example for iOS, as far as it compiles here.
@Suite(.serialized) struct ExampleTests {
    private let phone: Phone
    private let relay = ExampleRelay()
    private let device: Device

    init() throws {
        phone = try Phone()
        let folder = URL(filePath: phone.path).appending(path: "group")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Containers.folder.withLock { $0 = folder }
        relay.serve(
            RelayDevice.Terms(sender: phone.server.identity.text, recipient: "user-7")
        )
        device = Device(
            sender: Device.Sender(name: "Ann", identity: phone.server.identity.text),
            relay: Relay(
                client: try RelayClient(Shared.relay, http: relay),
                invitation: { "invitation" },
                terms: { [relay] in try relay.terms },
                subscribe: { [relay] subscription in try relay.subscribe(subscription) }
            ),
            name: "Ann's phone",
            permission: { .allowed }
        )
    }

    @Test func `the extension of the example opens what is sealed to what its app registers`()
        async throws
    {
        try await device.update(token: Data([1, 2, 3]))
        let bundle = try #require(try relay.bundles.first)
        // It goes by the clock of this machine.
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        let sealer = Sender(keys: phone.server, memory: TransientSenderMemory())
        let sealed = try await sealer.seal(
            sealer.prepare(
                Array(#"{"aps":{"alert":"Dinner at eight?"}}"#.utf8),
                now: now
            ),
            for: SealingTarget(bundle, recipient: .untracked, topic: phone.topic),
            now: now
        )
        let system = SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            NotificationService()
        }
        let report = await system.deliver(payload: sealed.payload).report
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
    }

    @Test
    func `the app registers once, names its token at each start, and is given no endpoint yet`()
        async throws
    {
        try await device.update()
        #expect(relay.asked.isEmpty)
        for _ in 0..<3 { try await device.update(token: Data([1, 2])) }
        #expect(relay.asked.count { $0 == "POST /v1/devices" } == 1)
        #expect(relay.asked.count { $0 == "PUT /v1/devices/d1/token" } == 2)
        #expect(relay.subscriptions.isEmpty)
    }

    @Test func `once its code is answered the app gives its server one endpoint`() async throws {
        try await device.update(token: Data([1]))
        #expect(try RelayDevice.load()?.subscribed == nil)
        try await device.take(ExampleRelay.activation(of: "d2"))
        #expect(relay.subscriptions.isEmpty)
        try await device.take(ExampleRelay.activation(of: "d1"))
        try await device.update()
        let subscription = try #require(relay.subscriptions.first)
        #expect(relay.subscriptions.count == 1)
        #expect(subscription.endpoint == "https://relay.example.com/e/e1")
        let rule = SubscriptionRule(senders: [phone.server.identity], topic: phone.topic)
        #expect(try rule.read([subscription.text], of: "user-7") == [subscription])
    }

    @Test(.rules("S-19"))
    func `the endpoint is signed again for its server's next identity, and for no blocked one`()
        async throws
    {
        try await device.update(token: Data([1]))
        try await device.take(ExampleRelay.activation(of: "d1"))
        let next = SenderKeys().identity
        relay.serve(RelayDevice.Terms(sender: next.text, recipient: "user-7"))
        for _ in 0..<2 { try await device.update() }
        #expect(relay.subscriptions.map(\.sender) == [phone.server.identity, next])
        #expect(Set(relay.subscriptions.map(\.endpoint)).count == 1)
        #expect(relay.asked.count { $0 == "POST /v1/devices/d1/endpoints" } == 1)
        let blocked = SenderKeys().identity
        let contacts = ContactBook(try RecordStore.open(at: Shared.store, key: Shared.key))
        try contacts.add(name: "Mallory", identity: blocked)
        try contacts.block(blocked)
        relay.serve(RelayDevice.Terms(sender: blocked.text, recipient: "user-7"))
        await #expect(throws: KeyError.senderSilenced) { try await device.update() }
        #expect(relay.subscriptions.count == 2)
    }

    @Test(.rules("S-19"), arguments: [true, false])
    func `another user gets another endpoint, and the first one's ends before, active or not`(
        isActive: Bool
    ) async throws {
        try await device.update(token: Data([1]))
        try await device.take(ExampleRelay.activation(of: "d1"))
        if !isActive { relay.disturb("d1") }
        let blocked = SenderKeys().identity
        let contacts = ContactBook(try RecordStore.open(at: Shared.store, key: Shared.key))
        try contacts.add(name: "Mallory", identity: blocked)
        try contacts.block(blocked)
        relay.serve(RelayDevice.Terms(sender: blocked.text, recipient: "user-8"))
        try? await device.update()
        let deletion = "DELETE /v1/devices/d1/endpoints/e1"
        #expect(relay.asked.count { $0 == deletion } == 1)
        #expect(relay.subscriptions.count == 1)
        relay.serve(RelayDevice.Terms(sender: phone.server.identity.text, recipient: "user-8"))
        try await device.update()
        if !isActive {
            #expect(relay.subscriptions.count == 1)
            try await device.take(ExampleRelay.activation(of: "d1"))
        }
        #expect(relay.subscriptions.map(\.recipient) == ["user-7", "user-8"])
        let urls = ["e1", "e2"].map { "https://relay.example.com/e/\($0)" }
        #expect(relay.subscriptions.map(\.endpoint) == urls)
        #expect(relay.asked.count { $0 == deletion } == 1)
    }

    @Test
    func `an endpoint whose subscription did not arrive is not signed for another user`()
        async throws
    {
        try await device.update(token: Data([1]))
        relay.loseAnswer()
        await #expect(throws: ExampleRelay.Lost.self) {
            try await device.take(ExampleRelay.activation(of: "d1"))
        }
        relay.serve(RelayDevice.Terms(sender: phone.server.identity.text, recipient: "user-8"))
        try await device.update()
        let endpoints = relay.subscriptions.map { [$0.recipient, $0.endpoint] }
        #expect(
            endpoints == [
                ["user-7", "https://relay.example.com/e/e1"],
                ["user-8", "https://relay.example.com/e/e2"],
            ]
        )
    }

    @Test func `what app and extension answer a code by answers nothing else`() async throws {
        try await device.update(token: Data([1]))
        let client = try RelayClient(Shared.relay, http: relay)
        let isAnswered = try await RelayDevice.answer(
            ExampleRelay.activation(of: "d1"),
            by: client
        )
        #expect(isAnswered)
        #expect(relay.asked.last == "POST /v1/devices/d1/activation")
        let other = try await RelayDevice.answer(["aps": ["alert": "Hi"]], by: client)
        #expect(!other)
    }

    /// A link of a sender, as its code has it.
    private func link(of sender: SenderKeys, named name: String = "Build server") throws -> String {
        let relay = try #require(WebOrigin(url: Shared.relay))
        let end = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000 + 600_000))
        return try PairingLink(sender: sender.identity, name: name, relay: relay, end: end).text
    }

    /// Has the sender take the box, and its message come to the extension; gives the number.
    private func answer(_ text: String, by sender: SenderKeys) async throws -> String {
        try await until { !relay.boxes.isEmpty }
        let link = try PairingLink(text, from: .camera)
        let bytes = try #require(relay.boxes.first)
        let answer = try PairingAnswer(opening: DropBox(reading: bytes.span), to: link)
        #expect(answer.name == "Ann's phone")
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        var options = SealingOptions()
        options.paired = answer.answerHash
        let sealer = Sender(keys: sender, memory: TransientSenderMemory())
        let bundle = try #require(try relay.bundles.first)
        let sealed = try await sealer.seal(
            sealer.prepare(Array(#"{"aps":{"alert":"Paired"}}"#.utf8), options, now: now),
            for: SealingTarget(bundle, recipient: .untracked, topic: phone.topic),
            now: now
        )
        let system = SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            NotificationService()
        }
        let shown = await system.deliver(payload: sealed.payload).report.shown
        #expect(shown?.lines == ["Build server", "Paired"])
        return answer.answerHash.number.text
    }

    @Test(.rules("L-29 L-30 L-31"), arguments: [PairingLink.Source.camera, .system])
    func `a code that is scanned ends with the number on the screen, and a message in between`(
        _ source: PairingLink.Source
    ) async throws {
        try await device.update(token: Data([1]))
        let sender = SenderKeys()
        let text = try link(of: sender)
        let screen = await PairingScreen(of: device)
        if source == .camera { await screen.scan() }
        await screen.read(text, from: source)
        guard case .asking(let offer) = await screen.step else {
            Issue.record("the person is not asked")
            return
        }
        #expect(offer.name == "Build server" && offer.relay == Shared.relay)
        #expect(await screen.name == "Build server")
        // Another app's link takes nothing from the person who is asked.
        await screen.read(try link(of: SenderKeys(), named: "Mallory"), from: .system)
        #expect(await screen.step == .asking(offer))
        #expect(relay.boxes.isEmpty)
        await screen.agree(to: offer)
        let number = try await answer(text, by: sender)
        await screen.waitForEnd()
        #expect(await screen.step == .paired(name: "Build server", number: number))
        let contacts = ContactBook(try RecordStore.open(at: Shared.store, key: Shared.key))
        let trust = try contacts.status(of: sender.identity.bytes)?.trust
        #expect(trust == (source == .camera ? .verified : .unverified))
        // What the app does at each start ends the endpoint of a blocked sender.
        try contacts.block(sender.identity)
        try await device.update()
        #expect(relay.asked.contains("DELETE /v1/devices/d1/endpoints/e1"))
    }

    @Test(.rules("L-22 L-23"))
    func `a code that is refused is told in words, and a look-alike has an empty field`()
        async throws
    {
        try await device.update(token: Data([1]))
        let screen = await PairingScreen(of: device)
        await screen.read("https://pair.example.com/", from: .system)
        guard case .refused(let words) = await screen.step else {
            Issue.record("it was not refused")
            return
        }
        #expect(words.count > 8)
        // The contact of the app's own server.
        await screen.scan()
        await screen.read(try link(of: SenderKeys(), named: "Ann"), from: .camera)
        guard case .asking(let offer) = await screen.step else {
            Issue.record("the person is not asked")
            return
        }
        #expect(offer.naming == .lookalike)
        #expect(await screen.name.isEmpty)
        #expect(relay.boxes.isEmpty)
    }

    @Test func `a person who cancels while it waits goes on with the same code`() async throws {
        try await device.update(token: Data([1]))
        let sender = SenderKeys()
        let text = try link(of: sender)
        let screen = await PairingScreen(of: device)
        for isCancelled in [true, false] {
            await screen.scan()
            await screen.read(text, from: .camera)
            guard case .asking(let offer) = await screen.step else {
                Issue.record("the person is not asked")
                return
            }
            await screen.agree(to: offer)
            #expect(await screen.step == .waiting("Build server"))
            try await until { !relay.boxes.isEmpty }
            if isCancelled { await screen.close() }
        }
        let number = try await answer(text, by: sender)
        await screen.waitForEnd()
        #expect(await screen.step == .paired(name: "Build server", number: number))
        #expect(Set(relay.boxes).count == 1)
    }

    @Test func `one-time prekeys go to the relay if it asks for them, each once`() async throws {
        try await device.update(token: Data([1]))
        try await device.update()
        #expect(relay.stocks.isEmpty)
        relay.want(10)
        for _ in 0..<3 { try await device.update() }
        #expect(relay.stocks.count == 1)
        #expect(relay.stocks.first.map { $0 > 0 } == true)
    }

    @Test func `a device that the relay knows no more registers anew, and its server is told`()
        async throws
    {
        try await device.update(token: Data([1]))
        try await device.take(ExampleRelay.activation(of: "d1"))
        relay.forget()
        try await device.update()
        #expect(relay.asked.count { $0 == "POST /v1/devices" } == 2)
        try await device.take(ExampleRelay.activation(of: "d2"))
        #expect(relay.subscriptions.count == 2)
    }

    @Test func `a device that is reset is a new one, and the old store stays aside`() async throws {
        try await device.update(token: Data([1]))
        try await device.reset()
        let bundles = try relay.bundles
        #expect(bundles.count == 2)
        #expect(bundles.first?.device != bundles.last?.device)
        let names = try FileManager.default.contentsOfDirectory(atPath: Shared.folder.path)
        #expect(names.filter { $0.hasPrefix("store.lost-") }.count == 1)
    }
}
