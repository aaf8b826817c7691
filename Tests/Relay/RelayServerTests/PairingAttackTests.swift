// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSender
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Pairings of both halves of the library at a relay that runs, under attack: each row of the
/// threat model's table.
@Suite(.timeLimit(.minutes(5)))
struct PairingAttackTests {
    // MARK: - A relay that does not answer

    @Test(.rules("L-16"))
    func `no later message takes the place of the one that still has to pair`() async throws {
        let stage = try await PairingStage()
        let phone = stage.phones[0]
        let sender = try stage.sender()
        sender.http.disturb { request, pass in
            guard !request.isMessage else { throw URLError(.networkConnectionLost) }
            return try await pass()
        }
        let pairing = try await sender.begin(by: RelayTime(LeapingClock()) { .now })
        let accepting = phone.accepting(pairing.link)
        let device = try await pairing.answer()
        try await device.confirmUnseen()
        sender.http.disturb { try await $1() }
        // The phone is offline, and its relay keeps what has come.
        for body in ["Building", "Build done", "Deployed"] {
            var text = TextMessage(body)
            text.collapseKey = "build"
            let results = try await sender.sender.notify(
                text,
                to: [device.recipient],
                http: sender.http
            )
            #expect(results.map(\.outcome) == [.taken])
        }
        // The third has replaced the second, and the first has what pairs.
        #expect(try stage.waiting() == 2)
        let messages = sender.http.envelopes
        #expect(messages.count == 3)
        #expect(try phone.open(messages[0]) == "Building")
        #expect(try await accepting.value.number != nil)
        #expect(stage.relay.stop() == 0)
    }

    // MARK: - A person who sees the code

    @Test(.rules("C-101 L-17 L-18 L-33"), arguments: [true, false])
    func `a stranger's phone that answers first gets nothing but the message that pairs`(
        _ isGuess: Bool
    ) async throws {
        let stage = try await PairingStage(phones: 2)
        let (ann, stranger) = (stage.phones[0], stage.phones[1])
        let sender = try stage.sender()
        let pairing = try await sender.begin()
        let stealing = stranger.accepting(pairing.link)
        let device = try await pairing.answer()
        // Ann's phone says that another one was first, and undoes what it has done: no number.
        await #expect(throws: DevicePairingError.answered) { try await ann.accept(pairing.link) }
        #expect(try await ann.hasNothing)
        #expect(try stranger.open(#require(sender.http.envelopes.first)) == "Paired")
        let number = try #require(try await stealing.value.number)
        await #expect(throws: NotifyError.noDevice) {
            _ = try await sender.sender.notify("Secret", to: device.recipient, http: sender.http)
        }
        if isGuess {
            let wrong = PairingNumber((number.value + 1) % 100)
            await #expect(throws: PairingError.wrongNumber) {
                try await device.confirm(number: wrong)
            }
        } else {
            #expect(try await device.confirm(number: nil) == .takenBack)
        }
        #expect(try sender.recipients.isEmpty)
        await #expect(throws: NotifyError.self) {
            _ = try await sender.sender.notify("Secret", to: device.recipient, http: sender.http)
        }
        #expect(sender.http.envelopes.count == 1)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-101 L-17"))
    func `without a number the stranger's phone gets the texts, as the help says`() async throws {
        let stage = try await PairingStage(phones: 2)
        let (ann, stranger) = (stage.phones[0], stage.phones[1])
        let sender = try stage.sender()
        let pairing = try await sender.begin()
        let stealing = stranger.accepting(pairing.link)
        let device = try await pairing.answer()
        await #expect(throws: DevicePairingError.answered) { try await ann.accept(pairing.link) }
        try await device.confirmUnseen()
        let results = try await sender.sender.notify(
            "Secret",
            to: device.recipient,
            http: sender.http
        )
        #expect(results.map(\.outcome) == [.taken])
        let messages = sender.http.envelopes
        #expect(try messages.map { try stranger.open($0) } == ["Paired", "Secret"])
        _ = try await stealing.value
        #expect(try await ann.hasNothing)
        let help = try Tool.run(BuiltProgram.named("sealedpush"), ["pair", "--help"], in: "/")
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("the first phone that answers is paired, the right one or not"))
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-101 C-107 L-12 L-29"))
    func `a reader of the answer who takes the endpoint ends the pairing, and pairs nothing`()
        async throws
    {
        let stage = try await PairingStage()
        let phone = stage.phones[0]
        let sender = try stage.sender()
        let reader = LinkReader()
        let pairing = try await sender.begin()
        let link = pairing.link
        let accepting = phone.accepting(link)
        let answer = try await reader.answer(to: link)
        let forged = try await reader.message(to: answer, of: link)
        await #expect(throws: PairingError.endpointTaken) { _ = try await pairing.answer() }
        #expect(sender.http.envelopes.isEmpty)
        #expect(try sender.recipients.isEmpty)
        // It has the right hash, and another sender.
        try phone.open(forged)
        #expect(try !phone.isPaired(by: link))
        accepting.cancel()
        _ = await accepting.result
        // A day later the reader's endpoint has ended, too.
        _ = try await phone.pairings(by: .hours(25)).maintain()
        #expect(try await phone.hasNothing)
        await #expect(throws: EndpointFailure.gone(nil)) {
            _ = try await reader.message(to: answer, of: link)
        }
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-101 C-107"))
    func `a reader of the answer who comes after the sender reaches nothing`() async throws {
        let stage = try await PairingStage()
        let sender = try stage.sender()
        let reader = LinkReader()
        let (link, device, number) = try await stage.pair(stage.phones[0], with: sender)
        let answer = try await reader.answer(to: link)
        await #expect(throws: EndpointFailure.keyRefused) {
            _ = try await reader.message(to: answer, of: link)
        }
        #expect(try await device.confirm(number: number) == .confirmed)
        #expect(stage.relay.stop() == 0)
    }

    // MARK: - The relay

    @Test(.rules("C-101 L-11"))
    func `an old box under the id of a new link is none`() async throws {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        let first = try await stage.pair(phone, with: sender)
        #expect(try await first.device.confirm(number: first.number) == .confirmed)
        let old = try #require(sender.http.boxes.last)
        let lies = Mutex(0)
        sender.http.disturb { request, pass in
            let isLie =
                request.isOfDrop
                && lies.withLock { count in
                    count += 1
                    return count <= 3
                }
            return isLie ? RelayAnswer(status: 200, body: old) : try await pass()
        }
        let second = try await stage.pair(phone, with: sender)
        #expect(lies.withLock(\.self) > 3)
        // The same phone, by the endpoint of the second answer.
        #expect(try await second.device.confirm(number: second.number) == .confirmed)
        #expect(try sender.recipients.map(\.devices.count) == [1])
        #expect(try await phone.endpoints.count == 1)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-101 L-12 L-33"))
    func `a relay that says another phone was first gets no phone paired`() async throws {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        phone.http.disturb { request, pass in
            let answer = try await pass()
            guard request.isBox else { return answer }
            let problem = #"{"type":"urn:sealedpush:problem:answered","status":409}"#
            return RelayAnswer(status: 409, body: Array(problem.utf8))
        }
        let pairing = try await sender.begin()
        await #expect(throws: DevicePairingError.answered) {
            try await phone.accept(pairing.link)
        }
        #expect(try await phone.hasNothing)
        // The sender gets the box, of which the phone knows nothing any more.
        await #expect(throws: PairingError.deviceEnded) { _ = try await pairing.answer() }
        #expect(sender.http.envelopes.isEmpty)
        #expect(try sender.recipients.isEmpty)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-101 L-12 L-25"))
    func `a relay puts in no device and no endpoint of its own`() async throws {
        let stage = try await PairingStage(phones: 2)
        let (phone, other) = (stage.phones[0], stage.phones[1])
        let sender = try stage.sender()
        let bundle = try other.keys.bundle(at: .now).bytes
        sender.http.disturb { request, pass in
            guard request.isOfPrekeys else { return try await pass() }
            let body = JSONWriter.object { $0.add("bundle", base64URL: bundle.span) }
            return RelayAnswer(status: 200, body: body)
        }
        let pairing = try await sender.begin()
        let accepting = phone.accepting(pairing.link)
        await #expect(throws: PairingError.otherDevice) { _ = try await pairing.answer() }
        accepting.cancel()
        _ = await accepting.result
        #expect(sender.http.envelopes.isEmpty)
        #expect(try sender.recipients.isEmpty)
        // An endpoint that the device would sign for another place.
        other.http.disturb { request, pass in
            guard request.isOfEndpoint else { return try await pass() }
            let body = JSONWriter.object { body in
                body.add("id", Base64URL.encode(Randomness.bytes(12).span))
                let capability = Base64URL.encode(Randomness.bytes(32).span)
                body.add("endpoint", "https://relay.example/e/" + capability)
            }
            return RelayAnswer(status: 201, body: body)
        }
        let link = try await sender.begin().link
        await #expect(throws: DevicePairingError.relay(.malformedAnswer)) {
            try await other.accept(link)
        }
        #expect(!other.http.exchanges.contains { $0.request.isBox })
        #expect(try await other.hasNothing)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("L-29 L-33"))
    func `a message that a relay keeps back for more than a day pairs nothing`() async throws {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        let pairing = try await sender.begin()
        let accepting = phone.accepting(pairing.link)
        _ = try await pairing.answer()
        accepting.cancel()
        _ = await accepting.result
        _ = try await phone.pairings(by: .hours(25)).maintain()
        try phone.open(#require(sender.http.envelopes.first))
        _ = try await phone.pairings(by: .hours(25)).maintain()
        #expect(try !phone.isPaired(by: pairing.link))
        #expect(try await phone.hasNothing)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("C-102"))
    func `neither the relay nor its database has a word of a pairing`() async throws {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        let (link, device, number) = try await stage.pair(phone, with: sender)
        #expect(try await device.confirm(number: number) == .confirmed)
        _ = try await sender.sender.notify("Build done", to: device.recipient, http: sender.http)
        let hash = try #require(try PairingBook(phone.store).pairing(of: link)?.answer?.hash)
        let secret = link.secret.bytes.withBytes { [UInt8](copying: $0) }
        let hidden = [secret, link.sender.bytes, hash.bytes].flatMap { bytes in
            [bytes, Array(Base64URL.encode(bytes.span).utf8)]
        }
        let words = [link.text, "Build server", "Ann's phone", "Build done"].map { Array($0.utf8) }
        for exchange in sender.http.exchanges + phone.http.exchanges {
            let request = exchange.request
            let head = request.headers.values.joined(separator: " ")
            let sent = Array((request.url.absoluteString + " " + head).utf8) + request.body
            for word in hidden + words { #expect(sent.firstRange(of: word) == nil) }
        }
        #expect(stage.relay.stop() == 0)
        // The database has the device; the ids of the drop and the endpoint it has as digests.
        let box = try #require(sender.http.boxes.last)
        let answer = try PairingAnswer(opening: DropBox(reading: box.span), to: link)
        let names = [link.secret.id.text, String(answer.endpoint.suffix(43))].map { Array($0.utf8) }
        let kept = try stage.contents()
        #expect(kept.firstRange(of: phone.keys.identity.bytes) != nil)
        for word in hidden + words + names { #expect(kept.firstRange(of: word) == nil) }
    }

    // MARK: - A person who shows a code

    @Test(.rules("C-101 L-26 L-29 L-32 L-33"))
    func `a code with a contact's identity changes nothing of it, and is gone after a day`()
        async throws
    {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        let (link, device, number) = try await stage.pair(phone, with: sender)
        #expect(try await device.confirm(number: number) == .confirmed)
        let before = try phone.contacts.list()
        let endpoints = try await phone.endpoints
        // A stranger shows a code with the contact's identity, and a secret of its own.
        let reader = LinkReader()
        let shown = try ScannedLink(
            of: reader.keys,
            identity: link.sender,
            named: "Bank",
            at: stage.relay.url,
            end: .now.advanced(by: .seconds(600))
        )
        let offer = try await phone.pairings().offer(shown.link)
        #expect(offer.name == "Build server" && offer.naming == .contact)
        let accepting = phone.accepting(shown.link)
        let answer = try await reader.answer(to: shown.link)
        try phone.open(await reader.message(to: answer, of: shown.link))
        accepting.cancel()
        _ = await accepting.result
        #expect(try !phone.isPaired(by: shown.link))
        #expect(try phone.contacts.list() == before)
        #expect(before.contacts.map(\.status) == [ContactStatus(trust: .verified)])
        #expect(before.contacts.map(\.name) == ["Build server"])
        #expect(try await phone.endpoints.count == 2)
        _ = try await phone.pairings(by: .hours(25)).maintain()
        #expect(try await phone.endpoints == endpoints)
        #expect(try phone.contacts.list() == before)
        let results = try await sender.sender.notify("Go on", to: device.recipient)
        #expect(results.map(\.outcome) == [.taken])
        #expect(stage.relay.stop() == 0)
    }

    // MARK: - Two phones, and clocks

    @Test(.rules("C-101 C-104 L-11 L-33"))
    func `of two phones that read one code at once exactly one is taken`() async throws {
        let stage = try await PairingStage(phones: 2)
        for _ in 0..<4 {
            let sender = try stage.sender()
            let pairing = try await sender.begin()
            let tasks = stage.phones.map { phone in (phone, phone.accepting(pairing.link)) }
            let device = try await pairing.answer()
            let message = try #require(sender.http.envelopes.first)
            #expect(sender.http.envelopes.count == 1)
            var numbers: [PairingNumber] = []
            for (phone, task) in tasks {
                let isTaken = device.recipient.devices.map(\.identity) == [phone.keys.identity]
                if isTaken { try phone.open(message) }
                switch await task.result {
                case .success(let states):
                    #expect(isTaken)
                    numbers.append(try #require(states.number))
                case .failure(let error):
                    #expect(!isTaken && error as? DevicePairingError == .answered)
                    #expect(try phone.contacts.status(of: pairing.link.sender.bytes) == nil)
                }
            }
            #expect(numbers.count == 1)
            #expect(try await device.confirm(number: numbers.first) == .confirmed)
            #expect(try sender.recipients.count == 1)
        }
        // One endpoint for each of the pairings.
        let left = try await stage.phones[0].endpoints + stage.phones[1].endpoints
        #expect(left.count == 4)
        #expect(stage.relay.stop() == 0)
    }

    @Test(.rules("L-12 L-20"), arguments: [-48, 48])
    func `a clock that is two days off keeps a pairing from being made, and is named`(
        _ hours: Int64
    ) async throws {
        let stage = try await PairingStage()
        let (phone, sender) = (stage.phones[0], try stage.sender())
        // The sender's: a phone with the same clock takes the link, the relay takes no signature.
        let pairing = try await sender.begin(by: .hours(hours))
        let link = pairing.link
        let accepting = Task { try await phone.accept(link, by: .hours(hours)) }
        await #expect(throws: PairingError.wrongClock) { _ = try await pairing.answer() }
        #expect(sender.http.envelopes.isEmpty)
        #expect(try sender.sender.recipients(at: .now.advanced(by: .hours(hours))).isEmpty)
        accepting.cancel()
        _ = await accepting.result
        // The phone's alone: what is two days ahead says that the code is over.
        if hours > 0 {
            let right = try await sender.begin().link
            let pairings = try phone.pairings(by: .hours(hours))
            await #expect(throws: DevicePairingError.over(right.end)) {
                try await pairings.offer(right)
            }
        }
        #expect(stage.relay.stop() == 0)
    }
}
