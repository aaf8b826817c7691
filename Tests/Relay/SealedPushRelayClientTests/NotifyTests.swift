// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// Messages to recipients that were paired.
struct NotifyTests {
    private let bench: PairingBench

    init() throws { bench = try PairingBench() }

    private func notify(_ text: TextMessage, to recipient: PairedRecipient) async throws
        -> [DeviceResult.Outcome]
    {
        try await bench.notify(text, to: [recipient]).map(\.outcome)
    }

    private func content(of post: PhoneRelay.Asked?) throws -> Payload {
        try bench.open(#require(post?.request.body))
    }

    @Test func `a text comes with its title, link, sound and collapse key`() async throws {
        let recipient = try await bench.paired()
        var text = TextMessage("Build done")
        (text.title, text.url, text.sound) = ("Build 7", "https://ci.example/7", "default")
        text.collapseKey = "build"
        for _ in 0..<2 { #expect(try await notify(text, to: recipient) == [.taken]) }
        let posts = bench.relay.posts.suffix(2)
        let content = try content(of: posts.last)
        let aps = content.document.root["aps"]
        #expect(aps?["alert"]?["body"]?.string == "Build done")
        #expect(aps?["alert"]?["title"]?.string == "Build 7")
        #expect(aps?["sound"]?.string == "default")
        #expect(content.document.root["url"]?.string == "https://ci.example/7")
        let topics = posts.map { $0.request.headers["Topic"] }
        #expect(Set(topics).count == 1 && topics.first != .some(nil))
        #expect(Set(posts.map(\.request.body)).count == 2)
        #expect("\(text)" == "TextMessage")
    }

    @Test func `a text that is too long is shortened, or refused if it has to be exact`()
        async throws
    {
        let recipient = try await bench.paired()
        var text = TextMessage(String(repeating: "Build done ", count: 1000))
        #expect(try await notify(text, to: recipient) == [.taken])
        let body = try content(of: bench.relay.posts.last).alert(.body)?.string ?? ""
        #expect(body.count > 1000 && body.count < text.body.count)
        #expect(text.body.hasPrefix(body.prefix(1000)))
        text.length = .exact
        let count = bench.relay.asked.count
        do throws(NotifyError) {
            _ = try await bench.notify(text, to: [recipient])
            Issue.record("taken")
        } catch {
            guard case .payload(.contentTooLarge) = error else { throw error }
        }
        #expect(bench.relay.asked.count == count)
    }

    @Test func `a payload is sent as it is`() async throws {
        let recipient = try await bench.paired()
        let json = Array(#"{"aps":{"alert":{"loc-key":"DONE"}},"build":7}"#.utf8)
        let results = try await bench.sender.notify(
            Payload(reading: json),
            to: [recipient],
            http: bench.relay,
            time: bench.relay.time
        )
        #expect(results.map(\.outcome) == [.taken])
        #expect(try content(of: bench.relay.posts.last).bytes == json)
    }

    @Test func `the same bytes are posted again for a minute, as the relay asks`() async throws {
        let recipient = try await bench.paired()
        let relay = bench.relay
        relay.script(
            nil,
            PhoneRelay.problem("unavailable", 503, retryAfter: "20"),
            PhoneRelay.problem("limit", 429),
            for: \.isPost
        )
        let first = relay.posts.count
        #expect(try await notify(TextMessage("Build done"), to: recipient) == [.taken])
        let posts = relay.posts[first...]
        #expect(posts.count == 4 && Set(posts.map(\.request.body)).count == 1)
        let times = posts.map(\.time)
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses == [1, 20, 4].map { .seconds($0) })
        // After a minute it is told what stood in the way.
        let begin = relay.clock.now
        relay.breaking(\.isPost)
        let lost = try await notify(TextMessage("Build done"), to: recipient)
        #expect(lost == [.notTaken(.unanswered)])
        let time = begin.duration(to: relay.clock.now)
        #expect(time > .seconds(45) && time < .seconds(60))
        relay.breaking { _ in false }
        relay.script(PhoneRelay.problem("limit", 429, retryAfter: "600"), for: \.isPost)
        let late = try await notify(TextMessage("Build done"), to: recipient)
        #expect(late == [.notTaken(.later(.seconds(600)))])
    }

    @Test func `a stale prekey is replaced, unless the message may have come`()
        async throws
    {
        let recipient = try await bench.paired()
        let relay = bench.relay
        let stale = PhoneRelay.problem("stale-prekey", 409)
        relay.script(stale, stale, for: \.isPost)
        let first = relay.posts.count
        #expect(try await notify(TextMessage("Build done"), to: recipient) == [.taken])
        #expect(relay.posts.count == first + 3)
        #expect(Set(relay.posts[first...].map(\.request.body)).count == 3)
        relay.script(stale, stale, stale, for: \.isPost)
        let refused = try await notify(TextMessage("Build done"), to: recipient)
        #expect(refused == [.notTaken(.stalePrekey)])
        relay.script(nil, stale, for: \.isPost)
        let unsure = try await notify(TextMessage("Build done"), to: recipient)
        #expect(unsure == [.notTaken(.unanswered)])
    }

    @Test func `a text that the owed answer alone makes too long is that device's failure`()
        async throws
    {
        let relay = bench.relay
        relay.breaking(\.isPost)
        let recipient = try await bench.paired()
        #expect(recipient.devices.map { $0.answer != nil } == [true])
        relay.breaking { _ in false }
        // The longest text that fits without the answer.
        var text = TextMessage("")
        text.length = .exact
        var (fits, isTooLong) = (1, 1 << 16)
        while isTooLong - fits > 1 {
            let middle = (fits + isTooLong) / 2
            text.body = String(repeating: "x", count: middle)
            let payload = try Payload(reading: text.json)
            let isRight = (try? bench.sender.prepare(payload, text.options, now: bench.now)) != nil
            if isRight { fits = middle } else { isTooLong = middle }
        }
        text.body = String(repeating: "x", count: fits)
        let outcomes = try await notify(text, to: recipient)
        guard case .notSealed(.contentTooLarge) = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
    }

    @Test(.rules("V-27 V-28"))
    func `a device that has ended is forgotten, and its retirement kept`() async throws {
        let store = bench.temporary.store
        let recipient = try await bench.paired()
        let device = bench.relay.device
        func gone(_ retirement: DeviceIdentity.Retirement) -> RelayAnswer {
            RelayAnswer(
                status: 410,
                body: JSONWriter.object { $0.add("retirement", base64URL: retirement.bytes.span) }
            )
        }
        // Another device's statement is none of it.
        bench.relay.script(gone(SampleDevice().retirement()), for: { !$0.isOfDrop })
        #expect(try await notify(TextMessage("1"), to: recipient) == [.notTaken(.gone(nil))])
        #expect(try bench.recipients.map(\.devices.count) == [0])
        let memory = StoredSenderMemory(in: store)
        #expect(try await memory.retirement(of: device.identity) == nil)
        await #expect(throws: NotifyError.noDevice) {
            _ = try await notify(TextMessage("2"), to: recipient)
        }
        let phone = try await bench.answered(joining: recipient)
        try await phone.confirmUnseen()
        bench.relay.script(gone(device.retirement()), for: { !$0.isOfDrop })
        let retired = EndpointFailure.gone(device.retirement())
        #expect(try await notify(TextMessage("3"), to: recipient) == [.notTaken(retired)])
        #expect(try await memory.retirement(of: device.identity) == device.retirement())
        await #expect(throws: PairingError.deviceRetired) { _ = try await bench.answered() }
    }

    @Test(.rules("S-13")) func `a device that is to be confirmed again gets nothing, and says so`()
        async throws
    {
        _ = try await bench.paired()
        let count = bench.relay.asked.count
        let store = try RecordStoreCopy.restored(bench.temporary)
        let sender = try Sender(store: store)
        let results = try await sender.notify(
            Payload(reading: TextMessage("Build done").json),
            to: sender.recipients(at: bench.now),
            http: bench.relay,
            time: bench.relay.time
        )
        #expect(results.map(\.outcome) == [.notSealed(.newDevice)])
        #expect(bench.relay.asked.count == count)
    }

    @Test func `each device of each recipient has one result, in their order`() async throws {
        let relay = bench.relay
        let first = try await bench.paired()
        for name in ["Tablet", "Watch"] {
            let other = SampleDevice()
            let pairing = try await bench.begin(joining: name == "Tablet" ? first : nil)
            let answer = try other.answer(
                to: pairing.link,
                capability: SampleCapability.of(name),
                name: name
            )
            relay.leave(answer.box(for: pairing.link).bytes)
            relay.give(try other.bundle())
            try await pairing.answer().confirmUnseen()
        }
        relay.give(nil)
        let all = try bench.recipients
        #expect(all.map(\.label) == ["Ann's phone", "Watch"])
        // The relay has prekeys of the phone alone.
        let results = try await bench.notify(TextMessage("Build done"), to: all)
        #expect(results.map(\.recipient.label) == ["Ann's phone", "Ann's phone", "Watch"])
        #expect(results.map(\.device) == all.flatMap(\.devices).map(\.identity))
        let other = DeviceResult.Outcome.notTaken(.otherDevice)
        #expect(results.map(\.outcome) == [.taken, other, other])
    }

    @Test func `a recipient of another sender's store is unknown`() async throws {
        let recipient = try await bench.paired()
        let other = try PairingBench()
        await #expect(throws: NotifyError.store(.unknownRecipient)) {
            _ = try await other.notify(TextMessage("Build done"), to: [recipient])
        }
        #expect(other.relay.asked.isEmpty)
    }

    @Test func `a message that is cancelled says so`() async throws {
        let recipient = try await bench.paired()
        let bench = bench
        bench.relay.breaking(\.isPost)
        let work = Task { try await bench.notify(TextMessage("Build done"), to: [recipient]) }
        work.cancel()
        await #expect(throws: NotifyError.cancelled) { _ = try await work.value }
    }

    @Test func `without a store a sender has no recipients`() async {
        await #expect(processExitsWith: .failure) {
            let sender = Sender(keys: SenderKeys(), memory: TransientSenderMemory())
            _ = try sender.recipients()
        }
    }
}

/// A capability of a test's endpoint.
private enum SampleCapability {
    static func of(_ name: String) -> [UInt8] {
        Array((Array(name.utf8) + [UInt8](repeating: 1, count: 32)).prefix(32))
    }
}

/// A store that was made of a backup of another one.
private enum RecordStoreCopy {
    static func restored(_ temporary: TemporaryStore) throws -> RecordStore {
        let backup = "\(temporary.path).backup"
        let passphrase = SecretBytes(copying: Array("plum brandy".utf8).span)
        _ = try temporary.store.backUp(to: backup, passphrase: passphrase)
        return try RecordStore.restore(
            from: backup,
            passphrase: passphrase,
            at: "\(temporary.path)-restored",
            key: .folder,
            now: SampleDevice.now.advanced(by: .days(-10))
        )
    }
}
