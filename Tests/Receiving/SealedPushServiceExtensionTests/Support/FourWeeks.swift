// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import SimulatedDevice
import TestSupport

/// Four weeks of one phone, whose push service loses, doubles, delays and reorders, and whose clock
/// is not always right.
struct FourWeeks {
    /// What happens at a moment.
    private enum Event {
        /// The server seals a message.
        case send(Int)
        /// A copy of it comes.
        case arrive(Int)
        /// The phone is started anew, and whatever ran on it has ended.
        case restart
        /// It is unlocked; sometimes the app is opened then.
        case unlock(opensApp: Bool)
        /// Its clock is set so many minutes ahead or, by a negative number, back.
        case setClock(Int64)
        /// The app looks after the keys.
        case maintain
    }

    /// A message, and what became of it.
    struct Message {
        let text: String
        let timeToLive: TimeToLive
        let isOneTime: Bool
        /// Whether the sender goes by what it learned of the phone days ago.
        let isStale: Bool
        var sealed: SealedNotification?
        /// Whether a copy came inside its time, or is inside it when it is opened.
        var isDue = false
    }

    private static let day: Int64 = 24 * 60
    private static let length = 28 * day
    /// How many minutes a copy may take at most.
    private static let delays: [Int64] = [1, 1, 1, 6 * 60, 3 * day]
    /// By how many minutes the clock is wrong until it is set right.
    private static let jumps: [Int64] = [-5 * day, -2 * day, -1500, 1500, 2 * day, 5 * day]

    let scene: Scene
    private let hosting: Hosting
    private var deliveries = 0
    private(set) var messages: [Message] = []
    private var random: SeededGenerator
    private var events: [(minute: Int64, event: Event)] = []
    /// How many minutes the phone's clock is ahead.
    private var clockError: Int64 = 0
    private var isLocked = false
    /// When each message came that waits for the phone to be unlocked, by the phone's clock.
    private var deferred: [Int: Timestamp] = [:]
    /// What the phone has published, the latest last.
    private var bundles: [DeviceBundle] = []

    init(_ hosting: Hosting, seed: UInt64, messagesPerDay: Int) throws {
        random = SeededGenerator(seed: seed)
        self.hosting = hosting
        scene = try Scene(hosting)
        for number in 0..<28 * messagesPerDay { plan(number) }
        for day in stride(from: 0, to: 28, by: LongRun.isOn ? 1 : 2) {
            events.append((Int64(day) * Self.day, .maintain))
        }
        for _ in 0..<8 { planRestart() }
        for _ in 0..<4 {
            events.append((moment(), .setClock([0, 120, -120].randomElement(using: &random) ?? 0)))
        }
        for jump in Self.jumps { plan(jump: jump) }
        // Of the same minute, what was planned first comes first.
        events = events.enumerated()
            .sorted { ($0.element.minute, $0.offset) < ($1.element.minute, $1.offset) }
            .map(\.element)
    }

    private mutating func moment() -> Int64 { Int64.random(in: 0..<Self.length, using: &random) }

    private mutating func plan(_ number: Int) {
        messages.append(
            Message(
                text: "Message \(number)",
                timeToLive: [3_600, 86_400, 7 * 86_400].randomElement(using: &random)
                    .flatMap { TimeToLive(seconds: $0) } ?? .day,
                isOneTime: Bool.random(using: &random),
                isStale: Bool.random(using: &random)
            )
        )
        let minute = moment()
        events.append((minute, .send(number)))
        let copies = [0, 1, 1, 1, 1, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
        for _ in 0..<copies {
            let longest = Self.delays.randomElement(using: &random) ?? 1
            let delay = Int64.random(in: 0...longest, using: &random)
            events.append((minute + delay, .arrive(number)))
        }
    }

    private mutating func planRestart() {
        let minute = moment()
        let end = minute + Int64.random(in: 10...12 * 60, using: &random)
        events.append((minute, .restart))
        events.append((end, .unlock(opensApp: Bool.random(using: &random))))
    }

    /// Sets the clock wrong for some hours.
    private mutating func plan(jump: Int64) {
        let minute = moment()
        let end = minute + Int64.random(in: 60...12 * 60, using: &random)
        events.append((minute, .setClock(jump)))
        events.append((end, .setClock(0)))
    }

    /// Lets them pass.
    mutating func run() async throws {
        var phoneTime = Phone.now
        for (minute, event) in events {
            let time = Phone.now.advanced(by: .seconds(60 * minute))
            phoneTime = Phone.now.advanced(by: .seconds(60 * (minute + clockError)))
            try scene.setTime(phoneTime)
            switch event {
            case .send(let number): try await send(number, at: time)
            case .arrive(let number): await arrive(number, at: phoneTime)
            case .restart:
                try await scene.endProcess()
                setLocked(true)
            case .unlock(let opensApp):
                setLocked(false)
                if opensApp { try await openApp(at: phoneTime) }
            case .setClock(let error): clockError = error
            case .maintain:
                _ = try scene.phone.keys.maintain(at: phoneTime)
                bundles.append(try scene.phone.keys.bundle(at: phoneTime))
            }
        }
        try await settle()
        setLocked(false)
        try await openApp(at: phoneTime)
    }

    private mutating func setLocked(_ isLocked: Bool) {
        self.isLocked = isLocked
        scene.setLocked(isLocked)
    }

    private mutating func openApp(at time: Timestamp) async throws {
        openDeferred(at: time)
        try await settle()
        try await scene.post()
    }

    /// Ends what the extension still does, or waits for it.
    private func settle() async throws {
        guard hosting == .inProcess else { return try await scene.endProcess() }
        try await until {
            let reports = scene.folder.read(.reports) ?? ""
            return reports.utf8.count { $0 == UInt8(ascii: "\n") } >= deliveries
        }
    }

    private mutating func send(_ number: Int, at time: Timestamp) async throws {
        let message = messages[number]
        var bundle = try scene.phone.keys.bundle(oneTime: message.isOneTime ? 1 : 0, at: time)
        if message.isStale, !message.isOneTime, let old = bundles.suffix(7).first { bundle = old }
        do {
            messages[number].sealed = try await scene.phone.seal(
                #"{"aps":{"alert":{"body":"\#(message.text)"},"sound":"default"}}"#,
                to: bundle,
                at: time
            ) { $0.timeToLive = message.timeToLive }
        } catch SealingError.prekeyNotYetValid {
            // What the phone published while its clock was wrong cannot be used: there is no
            // message.
        }
    }

    private mutating func arrive(_ number: Int, at time: Timestamp) async {
        guard let sealed = messages[number].sealed else { return }
        if isLocked {
            deferred[number] = deferred[number] ?? time
        } else {
            count(number, arrival: time, opening: time)
        }
        let opensWaiting = isLocked ? false : openDeferred(at: time)
        let reports = scene.reportLines.count
        await scene.bring(sealed)
        deliveries += 1
        guard opensWaiting else { return }
        // What waits is opened after the hand-over: a process that ended meanwhile may have shown
        // it.
        try? await until { scene.reportLines.count > reports }
        if hosting == .inProcess { try? await settle() }
    }

    /// Opens what is deferred, and says whether that is anything.
    @discardableResult
    private mutating func openDeferred(at time: Timestamp) -> Bool {
        let hadDeferred = !deferred.isEmpty
        for (number, arrival) in deferred {
            count(number, arrival: arrival, opening: time)
        }
        deferred = [:]
        return hadDeferred
    }

    /// Whether a copy counts by the phone's clock, which may have been wrong at either time.
    private mutating func count(_ number: Int, arrival: Timestamp, opening: Timestamp) {
        guard let sealed = messages[number].sealed else { return }
        let isOver = min(arrival, opening) > sealed.expiry.advanced(by: .seconds(300))
        if !isOver { messages[number].isDue = true }
    }
}
