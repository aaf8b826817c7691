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
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// The sender's half of a pairing, against a relay that a test commands.
struct PairingTests {
    private let bench: PairingBench

    init() throws { bench = try PairingBench() }

    // MARK: - The whole way

    @Test(.rules("L-14 L-15 L-17 V-32"))
    func `a phone answers, shows a number, and is a recipient once that is typed`() async throws {
        let pairing = try await bench.begin()
        let answer = try bench.relay.answer(pairing.link)
        let phone = try await pairing.answer()
        #expect(phone.name == "Ann's phone" && phone.message == .taken)
        let named = try bench.sender.recipient(named: "Ann's phone", at: bench.now)
        #expect(try bench.recipients == [named])
        #expect(try bench.recipients.first?.confirmed.isEmpty == true)
        let posted = try #require(bench.relay.posts.first?.request)
        #expect(posted.url.absoluteString == answer.endpoint)
        #expect(posted.headers["TTL"] == "86400" && posted.headers["Urgency"] == "high")
        let content = try bench.open(posted.body)
        #expect(content.fields?.paired == answer.answerHash)
        // It was sealed as untracked: no device is first on a list by it.
        let memory = StoredSenderMemory(in: bench.temporary.store)
        #expect(try await memory.devices(of: phone.recipient.key) == RecipientDevices())
        let confirmation = try await phone.confirm(number: answer.answerHash.number)
        #expect(confirmation == .confirmed)
        #expect(try await memory.devices(of: phone.recipient.key).known == [answer.device])
        let results = try await bench.notify(TextMessage("Build done"), to: [phone.recipient])
        #expect(results.map(\.outcome) == [.taken])
        let message = try bench.open(try #require(bench.relay.posts.last?.request.body))
        #expect(message.fields?.paired == nil)
    }

    @Test(.rules("L-9")) func `a link is in memory only`() async throws {
        _ = try await bench.begin()
        let before = try bench.temporary.contents()
        let pairing = try await bench.begin()
        #expect(try bench.temporary.contents() == before)
        #expect("\(pairing)" == "Pairing" && Mirror(reflecting: pairing).children.isEmpty)
        try bench.relay.answer(pairing.link)
        let phone = try await pairing.answer()
        #expect("\(phone)" == "PairedDevice" && Mirror(reflecting: phone).children.isEmpty)
        #expect("\(phone.recipient)" == "PairedRecipient")
    }

    @Test(.rules("L-12")) func `all pairings sign by one key, and drops are asked for by none`()
        async throws
    {
        _ = try await bench.answered()
        // Also those of the next identity.
        let store = bench.temporary.store
        _ = try SenderIdentities.succeed(in: store, at: bench.now)
        let next = try await Sender(store: store).pair(
            at: PhoneRelay.url,
            as: "Build server",
            http: bench.relay,
            time: bench.relay.time
        )
        bench.relay.forget()
        try bench.relay.answer(next.link)
        _ = try await next.answer()
        let signed = bench.relay.asked.filter { !$0.isOfDrop }
        let keys = signed.map { asked in
            asked.request.headers["Authorization"]?.split(separator: "k=").last
        }
        #expect(keys.count == 4 && Set(keys).count == 1 && keys.first != .some(nil))
        let drops = bench.relay.asked.filter(\.isOfDrop)
        #expect(drops.allSatisfy { $0.request.headers["Authorization"] == nil })
        #expect(Set(drops.map(\.path)).count == 2)
        #expect(drops.allSatisfy { $0.path.utf8.count == "/d/".utf8.count + 22 })
    }

    // MARK: - Waiting

    @Test(.rules("L-13"))
    func `two requests for a drop are 2 seconds apart, and as far as the relay says`() async throws
    {
        let relay = bench.relay
        relay.script(
            PhoneRelay.problem("unknown", 404, retryAfter: "1"),
            PhoneRelay.problem("unknown", 404, retryAfter: "1"),
            PhoneRelay.problem("unknown", 404, retryAfter: "10"),
            PhoneRelay.problem("unavailable", 503, retryAfter: "40"),
            nil,
            nil,
            RelayAnswer(status: 200, body: [1]),
            for: \.isOfDrop
        )
        let pairing = try await bench.begin()
        try relay.answer(pairing.link)
        _ = try await pairing.answer()
        let times = relay.asked.filter(\.isOfDrop).map(\.time)
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses == [2, 2, 10, 40, 4, 8, 16].map { .seconds($0) })
        let headers = relay.asked.filter(\.isOfDrop).map { $0.request.headers["Prefer"] }
        #expect(headers.first == .some(nil) && headers.dropFirst().allSatisfy { $0 == "wait=25" })
    }

    @Test(.rules("L-10"), arguments: [Duration.zero, .days(2), .days(-2)])
    func `a sender waits for 600 seconds of a clock that is never set`(_ change: Duration)
        async throws
    {
        let relay = bench.relay
        // The time of day is set meanwhile.
        let time = RelayTime(relay.clock) {
            let passed = relay.clock.now.offset
            return SampleDevice.now.advanced(by: passed > .seconds(60) ? passed + change : passed)
        }
        let pairing = try await bench.sender.pair(
            at: PhoneRelay.url,
            as: "Build server",
            http: relay,
            time: time
        )
        #expect(pairing.link.end == SampleDevice.now.advanced(by: .seconds(600)))
        let told = Mutex<[Duration]>([])
        await #expect(throws: PairingError.noAnswer) {
            _ = try await pairing.answer { progress in told.withLock { $0.append(progress.left) } }
        }
        #expect(relay.clock.now.offset == .seconds(600))
        let last = try #require(relay.asked.last)
        #expect(last.time > .seconds(560) && last.time < .seconds(600))
        #expect(told.withLock { $0.first } == .seconds(600))
        #expect(told.withLock { $0.count } > 10)
    }

    @Test(.rules("L-10"), arguments: [true, false])
    func `a pairing ends if the sender is succeeded or revoked`(_ isSucceeded: Bool) async throws {
        let store = bench.temporary.store
        let pairing = try await bench.begin()
        let link = pairing.link
        bench.relay.holding { [relay = bench.relay] asked in
            guard asked.isOfDrop else { return }
            do {
                if isSucceeded {
                    _ = try SenderIdentities.succeed(in: store, at: SampleDevice.now)
                } else {
                    _ = try SenderIdentities.revoke(in: store, at: SampleDevice.now)
                }
                try relay.answer(link)
            } catch {
                Issue.record(error)
            }
        }
        await #expect(throws: PairingError.senderEnded) { _ = try await pairing.answer() }
        await #expect(throws: PairingError.senderEnded) { _ = try await bench.begin() }
        #expect(bench.relay.posts.isEmpty)
        #expect(try bench.recipients.isEmpty)
    }

    @Test(.rules("L-11")) func `the first box counts that opens and has a valid answer`()
        async throws
    {
        let pairing = try await bench.begin()
        let link = pairing.link
        let other = try await bench.begin().link
        let stranger = SampleDevice()
        let foreign = try bench.relay.device.answer(to: other)
        bench.relay.leave([UInt8](repeating: 1, count: 1055))
        bench.relay.leave([UInt8](repeating: 1, count: 1056))
        bench.relay.leave(foreign.box(for: other).bytes)
        // It opens, and its signature is for another link.
        bench.relay.leave(foreign.box(for: link).bytes)
        let first = try bench.relay.answer(link)
        try bench.relay.answer(link, from: stranger)
        let phone = try await pairing.answer()
        #expect(phone.recipient.devices.map(\.identity) == [first.device])
        #expect(try bench.recipients.count == 1)
    }

    // MARK: - Failures

    /// What keeps a device from being paired, and the error.
    enum Fault: CaseIterable {
        case otherDevice
        case retired
        case ended
        case taken
        case unsigned
        case clock
        case refused
        case busy
        case messageRefused
    }

    @Test(.rules("L-12 C-102"), arguments: Fault.allCases)
    func `a device whose endpoint or prekeys are not its own is not paired`(_ fault: Fault)
        async throws
    {
        let relay = bench.relay
        let isPrekey: @Sendable (PhoneRelay.Asked) -> Bool = { $0.path.hasSuffix("/prekey") }
        let expected: PairingError
        switch fault {
        case .otherDevice:
            relay.give(try SampleDevice().bundle())
            expected = .otherDevice
        case .retired:
            relay.give(relay.own, retirement: relay.device.retirement())
            expected = .deviceRetired
        case .ended:
            relay.script(PhoneRelay.problem("gone", 410), for: isPrekey)
            expected = .deviceEnded
        case .taken:
            relay.script(PhoneRelay.problem("vapid-refused", 403), for: isPrekey)
            expected = .endpointTaken
        case .unsigned:
            relay.script(PhoneRelay.problem("vapid-required", 401), for: isPrekey)
            expected = .endpointTaken
        case .clock:
            let date = "Wed, 21 Oct 2015 07:28:00 GMT"
            relay.script(PhoneRelay.problem("vapid-refused", 403, date: date), for: isPrekey)
            expected = .wrongClock
        case .refused:
            relay.script(PhoneRelay.problem("wrong-body", 400), for: isPrekey)
            expected = .relay(.refused)
        case .busy:
            let busy = PhoneRelay.problem("unavailable", 503, retryAfter: "70")
            relay.script(busy, for: isPrekey)
            expected = .relay(.later(.seconds(70)))
        case .messageRefused:
            relay.script(PhoneRelay.problem("vapid-refused", 403), for: \.isPost)
            expected = .endpointTaken
        }
        await #expect(throws: expected) { _ = try await bench.answered() }
        #expect(relay.posts.count == (fault == .messageRefused ? 1 : 0))
        #expect(try bench.recipients.isEmpty)
    }

    @Test func `what may pass is tried again`() async throws {
        bench.relay.script(
            PhoneRelay.problem("unavailable", 503),
            nil,
            for: { $0.path.hasSuffix("/prekey") }
        )
        bench.relay.script(PhoneRelay.problem("limit", 429, retryAfter: "9"), nil, for: \.isPost)
        let phone = try await bench.answered()
        #expect(phone.message == .taken)
        let posts = bench.relay.posts
        #expect(posts.count == 3 && Set(posts.map(\.request.body)).count == 1)
        #expect(posts[1].time - posts[0].time == .seconds(9))
    }

    @Test(.rules("V-27")) func `the retirement of a device that the sender knows is kept`()
        async throws
    {
        let recipient = try await bench.paired()
        let device = bench.relay.device
        bench.relay.give(bench.relay.own, retirement: device.retirement())
        await #expect(throws: PairingError.deviceRetired) { _ = try await bench.answered() }
        let memory = StoredSenderMemory(in: bench.temporary.store)
        #expect(try await memory.retirement(of: device.identity) == device.retirement())
        // The next message, or pairing, forgets the device.
        #expect(try bench.recipients.map(\.key) == [recipient.key])
    }

    @Test(.rules("L-12 V-28")) func `another device's retirement ends no pairing, and is not kept`()
        async throws
    {
        let other = SampleDevice()
        bench.relay.give(bench.relay.own, retirement: other.retirement())
        #expect(try await bench.answered().message == .taken)
        let memory = StoredSenderMemory(in: bench.temporary.store)
        #expect(try await memory.retirement(of: other.identity) == nil)
    }

    @Test(.rules("C-102")) func `what stands for a pairing shows nothing of its link`() async throws
    {
        let pairing = try await bench.begin()
        var shown = ""
        for value in [pairing, pairing.link, pairing.link.secret, pairing.exchange] as [Any] {
            shown += "\(value) \(String(reflecting: value)) "
            dump(value, to: &shown)
        }
        let secret = pairing.link.secret.bytes.withBytes { [UInt8](copying: $0) }
        let link = pairing.link.text.dropFirst("sealedpush-pair-1:".count)
        let forms = [
            "\(secret)".dropFirst().dropLast(), Hex.encode(secret.span)[...],
            Base64URL.encode(secret.span)[...], link.prefix(22).suffix(18),
        ]
        for form in forms + [pairing.link.name[...], pairing.link.secret.id.text[...]] {
            #expect(!shown.contains(form))
        }
        #expect(shown.contains("PairingLink") && forms.allSatisfy { $0.count >= 18 })
    }

    @Test func `no code is shown that no device could answer`() async throws {
        let answers: [(RelayAnswer?, PairingError)] = [
            (nil, .unreachable), (RelayAnswer(status: 404, body: []), .noDrops),
            (PhoneRelay.problem("unknown", 404), .noDrops),
            (RelayAnswer(status: 301, body: []), .noDrops),
        ]
        for (answer, error) in answers {
            bench.relay.script(answer, for: \.isOfDrop)
            await #expect(throws: error) { _ = try await bench.begin() }
        }
        for name in ["", String(repeating: "x", count: 33), "a\nb", " a"] {
            await #expect(throws: PairingError.nameRefused) { _ = try await bench.begin(as: name) }
        }
        for url in ["relay.example", "https://relay.example/x", "http://relay.example"] {
            await #expect(throws: PairingError.wrongURL) {
                _ = try await bench.sender.pair(
                    at: url,
                    as: "Build server",
                    http: bench.relay,
                    time: bench.relay.time
                )
            }
        }
    }

    // MARK: - The person

    @Test(.rules("L-17 L-18"))
    func `with a wrong number or none the recipient is deleted`() async throws {
        for isWrong in [true, false] {
            let pairing = try await bench.begin()
            let answer = try bench.relay.answer(pairing.link)
            let phone = try await pairing.answer()
            #expect(try bench.recipients.count == 1)
            if isWrong {
                let wrong = PairingNumber((answer.answerHash.number.value + 1) % 100)
                await #expect(throws: PairingError.wrongNumber) {
                    try await phone.confirm(number: wrong)
                }
            } else {
                #expect(try await phone.confirm(number: nil) == .takenBack)
            }
            #expect(try bench.recipients.isEmpty)
            await #expect(throws: PairingError.store(.pairingEnded)) {
                try await phone.confirm(number: answer.answerHash.number)
            }
            await #expect(throws: NotifyError.store(.unknownRecipient)) {
                _ = try await bench.notify(TextMessage("Build done"), to: [phone.recipient])
            }
        }
    }

    @Test(.rules("L-18"))
    func `what a person has confirmed is taken back by no later answer of theirs`() async throws {
        let pairing = try await bench.begin()
        let number = try bench.relay.answer(pairing.link).answerHash.number
        let phone = try await pairing.answer()
        #expect(try await phone.confirm(number: number) == .confirmed)
        for later in [nil, PairingNumber((number.value + 1) % 100)] {
            await #expect(throws: PairingError.confirmedBefore) {
                try await phone.confirm(number: later)
            }
        }
        #expect(try bench.recipients.map(\.confirmed.count) == [1])
        // A link serves once: an answer has one try at its number.
        let copy = pairing
        await #expect(throws: PairingError.answeredBefore) { _ = try await copy.answer() }
    }

    @Test(.rules("L-14")) func `a pending device gets nothing, and is gone after a day`()
        async throws
    {
        let phone = try await bench.answered()
        await #expect(throws: NotifyError.noDevice) {
            _ = try await bench.notify(TextMessage("Build done"), to: [phone.recipient])
        }
        #expect(bench.relay.posts.count == 1)
        bench.relay.clock.advance(by: .days(1) + .seconds(1))
        await #expect(throws: PairingError.store(.pairingEnded)) { try await phone.confirmUnseen() }
        #expect(try bench.recipients.isEmpty)
        // The next pairing deletes what is left of it.
        _ = try await bench.begin()
        let records = try bench.temporary.store.list(.recipients).records
        #expect(!records.isEmpty && records.allSatisfy(\.contents.isEmpty))
    }

    @Test(.rules("L-16"))
    func `every message ends the pairing until a relay has taken one`() async throws {
        let relay = bench.relay
        relay.breaking(\.isPost)
        let pairing = try await bench.begin()
        let answer = try relay.answer(pairing.link)
        let phone = try await pairing.answer()
        #expect(phone.message == .posting || phone.message == .uncertain)
        try await phone.confirmUnseen()
        #expect(phone.message == .uncertain)
        let text = TextMessage("Build done")
        let lost = try await bench.notify(text, to: [phone.recipient])
        #expect(lost.map(\.outcome) == [.notTaken(.unanswered)])
        relay.breaking { _ in false }
        let taken = try await bench.notify(text, to: [phone.recipient])
        #expect(taken.map(\.outcome) == [.taken])
        let bodies = Set(relay.posts.map(\.request.body))
        #expect(bodies.count == 3)
        for body in bodies {
            #expect(try bench.open(body).fields?.paired == answer.answerHash)
        }
        _ = try await bench.notify(text, to: [phone.recipient])
        let last = try #require(relay.posts.last?.request.body)
        #expect(try bench.open(last).fields?.paired == nil)
    }

    @Test(.rules("L-15"))
    func `while the relay certainly has no message no number is asked for, and it is posted on`()
        async throws
    {
        let relay = bench.relay
        let busy = PhoneRelay.problem("limit", 429, retryAfter: "50")
        relay.script(busy, busy, busy, for: \.isPost)
        let pairing = try await bench.begin()
        let answer = try relay.answer(pairing.link)
        let told = Mutex<[PairingProgress]>([])
        let phone = try await pairing.answer { progress in
            guard progress.awaited == .delivery else { return }
            told.withLock { $0.append(progress) }
        }
        #expect(phone.message == .taken)
        let posts = relay.posts
        let pauses = zip(posts.dropFirst(), posts).map { $0.time - $1.time }
        #expect(pauses == [50, 50, 50].map { .seconds($0) })
        #expect(Set(posts.map(\.request.body)).count == 1)
        let later = EndpointFailure.later(.seconds(50))
        #expect(told.withLock { $0.map(\.failure) } == [later, later, later])
        #expect(told.withLock { $0.allSatisfy { $0.left < .seconds(600) } })
        try await phone.confirm(number: answer.answerHash.number)
    }

    @Test func `a message that no relay takes in the pairing's time ends it`() async throws {
        bench.relay.script(
            PhoneRelay.problem("limit", 429, retryAfter: "700"),
            for: \.isPost
        )
        await #expect(throws: PairingError.relay(.later(.seconds(700)))) {
            _ = try await bench.answered()
        }
        #expect(try bench.recipients.isEmpty)
        #expect(bench.relay.posts.count == 1)
    }

    /// Waits until the message has another state.
    private func settled(_ phone: PairedDevice) async throws -> PairedDevice.MessageState {
        let end = ContinuousClock.now.advanced(by: patience)
        while phone.message == .posting, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(5))
        }
        return phone.message
    }

    @Test(.rules("L-16"))
    func `a message that may have come is posted on while the number is asked for`() async throws {
        let relay = bench.relay
        relay.breaking { $0.isPost && $0.time < .seconds(300) }
        relay.clock.sleeping { Thread.sleep(forTimeInterval: 0.01) }
        let pairing = try await bench.begin()
        let answer = try relay.answer(pairing.link)
        let phone = try await pairing.answer()
        #expect(phone.message == .posting)
        #expect(relay.clock.now.offset < .seconds(100))
        #expect(try await settled(phone) == .taken)
        #expect(Set(relay.posts.map(\.request.body)).count == 1)
        try await phone.confirm(number: answer.answerHash.number)
        // The relay has it: the next message does not name the answer.
        _ = try await bench.notify(TextMessage("Build done"), to: [phone.recipient])
        let last = try #require(relay.posts.last?.request.body)
        #expect(try bench.open(last).fields?.paired == nil)
    }

    @Test func `posting ends with the pairing's time, and with the person's decision`()
        async throws
    {
        let relay = bench.relay
        relay.breaking(\.isPost)
        let phone = try await bench.answered()
        #expect(try await settled(phone) == .uncertain)
        #expect(try #require(relay.posts.last).time < .seconds(600))
        #expect(try #require(relay.posts.last).time > .seconds(560))
        relay.clock.sleeping { Thread.sleep(forTimeInterval: 0.02) }
        let second = try await bench.answered()
        #expect(second.message == .posting)
        #expect(try await second.confirm(number: nil) == .takenBack)
        #expect(second.message == .uncertain)
        let count = relay.posts.count
        try await Task.sleep(for: .milliseconds(300))
        #expect(relay.posts.count <= count + 1)
    }

    @Test func `a phone that ends its endpoint while the number is asked for is not confirmed`()
        async throws
    {
        let relay = bench.relay
        relay.breaking { $0.isPost && $0.time < .seconds(200) }
        let pairing = try await bench.begin()
        let answer = try relay.answer(pairing.link)
        relay.clock.sleeping { Thread.sleep(forTimeInterval: 0.01) }
        relay.script(PhoneRelay.problem("gone", 410), for: \.isPost)
        let phone = try await pairing.answer()
        #expect(try await settled(phone) == .failed(.deviceEnded))
        await #expect(throws: PairingError.deviceEnded) {
            try await phone.confirm(number: answer.answerHash.number)
        }
        #expect(try bench.recipients.isEmpty)
    }

    @Test(.rules("L-19")) func `a phone that is paired again keeps its recipient`() async throws {
        let first = try await bench.paired()
        try bench.sender.rename(first, to: "ann", at: bench.now)
        let pairing = try await bench.begin()
        let answer = try bench.relay.device.answer(
            to: pairing.link,
            capability: [UInt8](repeating: 8, count: 32)
        )
        bench.relay.leave(answer.box(for: pairing.link).bytes)
        let phone = try await pairing.answer()
        #expect(phone.recipient.key == first.key && phone.recipient.label == "ann")
        _ = try await bench.notify(TextMessage("To the old one"), to: [first])
        #expect(bench.relay.posts.last?.request.url.absoluteString != answer.endpoint)
        try await phone.confirmUnseen()
        _ = try await bench.notify(TextMessage("To the new one"), to: [first])
        #expect(bench.relay.posts.last?.request.url.absoluteString == answer.endpoint)
        #expect(try bench.recipients.map(\.devices.count) == [1])
    }

    // MARK: - Cancelled

    /// Where the task of a pairing is cancelled.
    enum Place: CaseIterable {
        case check
        case drop
        case pause
        case prekeys
        case message
    }

    @Test(arguments: Place.allCases)
    func `a pairing that is cancelled leaves nothing pending`(_ place: Place) async throws {
        let cancel: @Sendable () -> Void = {
            // The task is the caller's, and does not leave the call.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        if place == .pause { bench.relay.clock.sleeping(cancel) }
        bench.relay.holding { asked in
            let isHere =
                switch place {
                case .check: asked.isOfDrop
                case .drop: asked.request.headers["Prefer"] != nil
                case .pause: false
                case .prekeys: asked.path.hasSuffix("/prekey")
                case .message: asked.isPost
                }
            if isHere { cancel() }
        }
        let bench = bench
        let work = Task { _ = try await bench.answered() }
        await #expect(throws: PairingError.cancelled) { try await work.value }
        #expect(try bench.recipients.isEmpty)
        #expect(bench.relay.posts.count == (place == .message ? 1 : 0))
    }
}
