// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import StoreTestSupport
import TestSupport
import Testing

/// A year of a few senders and devices, in steps of half a day, with everything that goes wrong.
struct SimulatedYear {
    /// How often things happened.
    struct Counts {
        var opened = 0
        var deferred = 0
        /// Deferred, and opened when the prekey was over age.
        var awaited = 0
        var late = 0
        var revokedLosses = 0
        var exhausted = 0
        var lostOffers = 0
        var lostAcknowledgements = 0
        var kills = 0
        var revocations = 0
        var jumps = 0
    }

    /// A message on its way.
    private struct Push {
        let payload: [UInt8]
        let text: String
        let phone: Int
        let message: SealedMessage
        let epoch: UInt32
        /// When its prekey is over age.
        let keyEnd: Timestamp
        var arrival: Timestamp
        var isCopy = false
    }

    private var random: SeededGenerator
    private var time: Timestamp
    private let topic: Topic
    private let senders: [SenderKeys]
    private let memories: [TransientSenderMemory]
    private var phones: [YearPhone]
    /// The bundles that senders have fetched, and when.
    private var fetched: [[Int]: (bundle: DeviceBundle, at: Timestamp)] = [:]
    /// When each phone's offer last came through.
    private var published: [Int: Timestamp] = [:]
    private var underWay: [Push] = []
    private var waiting: [Int: [Push]] = [:]
    private var shown: Set<String> = []
    private var number = 0
    private(set) var counts = Counts()

    struct NoTopic: Error {}

    init(seed: UInt64, phones count: Int = 2, senders senderCount: Int = 3) throws {
        random = SeededGenerator(seed: seed)
        time = Phone.now
        guard let topic = Topic("com.example.app") else { throw NoTopic() }
        self.topic = topic
        let senders = (0..<senderCount).map { _ in SenderKeys() }
        self.senders = senders
        memories = senders.map { _ in TransientSenderMemory() }
        let start = time
        phones = try (0..<count).map { _ in
            try YearPhone(topic: topic, senders: senders, at: start)
        }
    }

    /// Lets the year pass.
    mutating func run() async throws {
        for phone in phones {
            _ = try phone.maintain(at: time, revoking: false, killedAt: nil)
            try publish(phone, isReliable: true)
        }
        for index in phones.indices { published[index] = time }
        for _ in 0..<2 * 365 {
            time = time.advanced(by: .hours(12))
            for index in phones.indices { try live(index) }
            for sender in senders.indices {
                for index in phones.indices where chance(1, in: 5) {
                    try await send(from: sender, to: index)
                }
            }
            try deliver()
        }
    }

    private mutating func chance(_ times: Int, in all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < times
    }

    private mutating func hours(_ range: ClosedRange<Int64>) -> Duration {
        .hours(Int64.random(in: range, using: &random))
    }

    // MARK: - Devices

    private mutating func live(_ index: Int) throws {
        let phone = phones[index]
        phone.files.advance(bySeconds: 12 * 3600)
        if chance(1, in: 40) {
            phone.offset = hours(-24...24)
            counts.jumps += 1
        }
        if phone.lockedUntil == nil, chance(1, in: 40) {
            try phone.sweepFalsely(at: time, offBy: chance(1, in: 2) ? .days(1000) : .days(-1000))
        }
        if let end = phone.lockedUntil, time >= end {
            // The app may come to its maintenance before it opens what is deferred.
            if chance(1, in: 2) {
                _ = try phone.maintain(at: time, revoking: false, killedAt: nil)
            }
            try unlock(index)
        } else if phone.lockedUntil == nil, chance(1, in: 25) {
            phone.lockedUntil = time.advanced(by: hours(12...120))
        }
        let isLate = time >= (published[index] ?? time).advanced(by: .days(5))
        guard phone.lockedUntil == nil, isLate || chance(1, in: 8) else { return }
        let isRevoking = chance(1, in: 30)
        let kill = chance(1, in: 3) ? Int.random(in: 0..<400, using: &random) : nil
        let isDone = try phone.maintain(at: time, revoking: isRevoking, killedAt: kill)
        if isRevoking { counts.revocations += 1 }
        if !isDone { counts.kills += 1 }
        if try publish(phone, isReliable: false) { published[index] = time }
    }

    private mutating func unlock(_ index: Int) throws {
        let minimum = try phones[index].minimumEpoch
        let clock = phones[index].clock(at: time)
        let texts = try phones[index].unlock(at: time)
        note(texts)
        for push in waiting.removeValue(forKey: index) ?? [] {
            expect(push, shownAmong: shown, minimum)
            if clock >= push.keyEnd { counts.awaited += 1 }
        }
    }

    /// Offers, unless it is killed or lost on the way, and hears that it was taken, unless that is
    /// lost; says whether the directory has it.
    @discardableResult
    private mutating func publish(_ phone: YearPhone, isReliable: Bool) throws -> Bool {
        func kill() -> Int? {
            guard !isReliable, chance(1, in: 5) else { return nil }
            return Int.random(in: 0..<150, using: &random)
        }
        let first = kill()
        guard let offer = try phone.attempt(killedAt: first, at: time, { try $0.offer(at: $1) })
        else {
            counts.kills += 1
            return false
        }
        guard isReliable || !chance(1, in: 5) else {
            counts.lostOffers += 1
            return false
        }
        phone.directory.accept(offer)
        guard isReliable || !chance(1, in: 3) else {
            counts.lostAcknowledgements += 1
            return true
        }
        let second = kill()
        let noted = try phone.attempt(killedAt: second, at: time) { keys, now in
            try keys.acknowledge(offer, at: now)
        }
        if noted == nil { counts.kills += 1 }
        return true
    }

    // MARK: - Messages

    private mutating func send(from sender: Int, to index: Int) async throws {
        let phone = phones[index]
        let bundle: DeviceBundle
        // One of them is lazy and fetches every 20 days; the others every second time.
        if let last = fetched[[sender, index]], time < last.at.advanced(by: .days(20)),
            sender == 0 || chance(1, in: 2)
        {
            bundle = last.bundle
        } else {
            bundle = try phone.directory.bundle(of: phone.identity, at: time)
            fetched[[sender, index]] = (bundle, time)
        }
        number += 1
        let text = "Message \(number)"
        let sealer = Sender(keys: senders[sender], memory: memories[sender])
        var options = SealingOptions()
        let longest: UInt32 = 30 * 24 * 3600
        let shortest = sender == 0 ? longest : 3600
        options.timeToLive =
            TimeToLive(seconds: .random(in: shortest...longest, using: &random)) ?? .day
        let sealed: SealedNotification
        do {
            sealed = try await sealer.seal(
                sealer.prepare(
                    Array(#"{"aps":{"alert":{"body":"\#(text)"}}}"#.utf8),
                    options,
                    now: time
                ),
                for: SealingTarget(bundle, recipient: .untracked, topic: topic),
                now: time
            )
        } catch {
            Issue.record("an honest bundle is refused: \(error)")
            return
        }
        if sealed.prekeyClass == .reusable { counts.exhausted += 1 }
        let record = try #require(bundle.records.first { $0.id == sealed.message.prekeyID })
        let arrival = arrival(of: sealed.message)
        let push = Push(
            payload: sealed.payload,
            text: text,
            phone: index,
            message: sealed.message,
            epoch: record.terms.epoch,
            keyEnd: DevicePrekey.endOfLife(of: record),
            arrival: arrival
        )
        underWay.append(push)
        if chance(1, in: 8) {
            var copy = push
            copy.isCopy = true
            copy.arrival = push.arrival.advanced(by: hours(0...720))
            underWay.append(copy)
        }
    }

    /// When a message arrives: soon, some day, or at its last moment.
    private mutating func arrival(of message: SealedMessage) -> Timestamp {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: message.expiry.advanced(by: hours(-24...0))
        case 1: time.advanced(by: hours(0...720))
        default: time.advanced(by: hours(0...24))
        }
    }

    private mutating func deliver() throws {
        let due = underWay.filter { $0.arrival <= time }
        underWay.removeAll { $0.arrival <= time }
        for push in due {
            let phone = phones[push.phone]
            let minimum = try phone.minimumEpoch
            let isLocked = phone.lockedUntil != nil
            let texts = try phone.receive(push.payload, prekey: push.message.prekeyID, at: time)
            note(texts)
            guard !push.isCopy, isInside(push) else {
                counts.late += 1
                continue
            }
            if isLocked {
                counts.deferred += 1
                waiting[push.phone, default: []].append(push)
            } else {
                expect(push, shownAmong: shown, minimum)
            }
        }
    }

    /// Whether a message that arrives now is inside its time, by the true clock and by all that the
    /// device's has said.
    private func isInside(_ push: Push) -> Bool {
        let phone = phones[push.phone]
        let clock = max(phone.clock(at: time), phone.latestReading)
        return time <= push.message.expiry
            && clock <= push.message.expiry.advanced(by: .seconds(300))
    }

    private mutating func note(_ texts: [String]) {
        for text in texts {
            #expect(shown.insert(text).inserted, "\(text) is shown twice as new")
        }
        counts.opened += texts.count
    }

    private mutating func expect(
        _ push: Push,
        shownAmong texts: Set<String>,
        _ minimum: UInt32
    ) {
        if texts.contains(push.text) { return }
        // A revocation erases one-time keys, and with them what is on its way to these.
        if push.message.prekeyClass == .oneTime, push.epoch < minimum {
            counts.revokedLosses += 1
        } else {
            Issue.record("\(push.text) is lost inside its time")
        }
    }
}
