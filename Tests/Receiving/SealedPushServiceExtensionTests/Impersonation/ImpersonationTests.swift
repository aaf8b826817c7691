// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import Synchronization
import TestSupport
import Testing
import UserNotifications

/// Senders of every kind try to put another contact's name, or a word of the outer payload, on the
/// screen, to take others' notifications away, to get among them, and to use up the extension's
/// time and memory.
@Suite(.serialized)
struct ImpersonationTests {
    /// `make long` brings 100,000.
    static let count = LongRun.isOn ? 100_000 : 600
    /// How many pushes one phone gets: claims are limited.
    private static let perPhone = LongRun.isOn ? 500 : 300

    @Test(.rules("C-18"))
    func `no sender puts another contact's name or an outer word on the screen`() async throws {
        let first = UInt64.random(in: 0...(.max >> 1))
        let phones = Self.count / Self.perPhone
        // As many phones at once as the machine may have cores: each has a seed of its own.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<phones {
                if number >= 2 { try await group.next() }
                group.addTask { try await Self.attack(seed: first + UInt64(number)) }
            }
            try await group.waitForAll()
        }
        print("hostile pushes: \(Self.count), seeds from \(first)")
    }

    /// Brings hostile pushes to one phone.
    private static func attack(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var attack = try Attack()
        for _ in 0..<perPhone {
            let faults = try await attack.push(&random)
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
        }
    }

    @Test(.rules("C-18"))
    func `nor takes more memory for a hand-over than an extension has`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var attack = try Attack(.ownProcess)
        for _ in 0..<(LongRun.isOn ? 2_000 : 100) {
            let faults = try await attack.push(&random)
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
        }
        print("hostile pushes: peak \(attack.peakMemory >> 10) KiB")
    }

    @Test func `a hand-over that takes more memory is found`() async throws {
        var attack = try Attack(.ownProcess, files: [FolderDownloader.heavy])
        var random = SeededGenerator(seed: 1)
        var faults: [String] = []
        for _ in 0..<50 where faults.isEmpty { faults = try await attack.push(&random) }
        #expect(faults.contains { $0.contains("killedForMemory") }, "\(faults)")
    }

    @Test(.rules("C-18"), arguments: FaultyService.Fault.allCases)
    func `a planted fault is found`(_ fault: FaultyService.Fault) async throws {
        var attack = try Attack { FaultyService($0, fault) }
        let device = attack.scene.device
        // The system's time passes for an extension that does not hand over.
        let time = Task {
            while fault == .lateHandOver, !Task.isCancelled {
                await device.advance(by: .seconds(1))
            }
        }
        defer { time.cancel() }
        var random = SeededGenerator(seed: 1)
        var isFound = false
        for _ in 0..<200 where !isFound {
            isFound = try await attack.push(&random).contains { $0.contains(fault.rawValue) }
        }
        #expect(isFound)
    }
}

/// A phone and its senders.
private struct Attack {
    let scene: Scene
    let senders = Attacker.all()
    private let files: [AttachmentReference]
    /// What was sent before is called so.
    private var ids: [NotificationName] = []
    private var ledger = ScreenLedger()
    /// The most memory that a hand-over took, in bytes.
    private(set) var peakMemory = 0

    init(
        _ hosting: Hosting = .inProcess,
        files: [String] = ["here", "gone", FolderDownloader.redirected],
        _ service: @escaping @Sendable (PhoneFolder) -> SealedNotificationService = {
            PhoneService($0)
        }
    ) throws {
        scene = try Scene(
            hosting,
            contact: nil,
            { $0.limits.memory = DeviceProfile.ExtensionLimits.memory24 },
            service: service
        )
        let server = scene.folder.server
        try FileManager.default.createDirectory(at: server, withIntermediateDirectories: true)
        self.files = try files.map { name in
            let sealed = try SealedAttachment.sealing([UInt8](repeating: 7, count: 3_000))
            if name != "gone" { try Data(sealed.file).write(to: server.appending(path: name)) }
            return try sealed.attachment.reference(at: FolderDownloader.server + name)
        }
        let contacts = scene.phone.contacts
        try contacts.add(name: Attacker.victim, identity: SenderKeys().identity)
        for sender in senders { try sender.introduce(to: contacts) }
    }

    /// Brings one hostile push to the phone; what is wrong with what the phone shows then.
    mutating func push(_ random: inout SeededGenerator) async throws -> [String] {
        let sender = try #require(senders.randomElement(using: &random))
        let rule = ScreenRule(sender: sender, all: senders)
        let (sealed, payload) = try await seal(by: sender, &random)
        let before = scene.reportSize
        let report = await scene.report(
            of: scene.device.deliver(payload: payload, headers: sealed.pushHeaders)
        )
        guard report.outcome == .handedOver else { return ["\(report.outcome)"] }
        try await until { scene.reportSize > before }
        peakMemory = max(peakMemory, report.peakMemory ?? 0)
        ids.append(try #require(NotificationName(sealed.headers.collapseID)))
        return rule.faults(of: report, donations: scene.device.donations)
            + ledger.faults(of: report, by: sender, all: senders, scene.device.list)
    }

    /// Seals what has room in a push.
    private func seal(
        by sender: Attacker,
        _ random: inout SeededGenerator
    ) async throws -> (SealedNotification, [UInt8]) {
        while true {
            let hostile = HostilePayload(
                as: sender.othersNames(among: senders),
                removing: ids.suffix(100),
                with: files,
                &random
            )
            do {
                let sealed = try await scene.phone.seal(hostile.json, by: sender.keys) {
                    $0 = hostile.options
                }
                let outer =
                    #"{"aps":{"alert":{"title":"\#(ScreenRule.outerWord)","#
                    + #""subtitle":"\#(ScreenRule.outerWord)","body":"\#(ScreenRule.outerWord)"},"#
                    + #""mutable-content":1,"badge":9,"category":"\#(ScreenRule.outerWord)"},"#
                    + #""key":"\#(ScreenRule.outerWord)","encrypted-content":""#
                let text = try OuterPayload(reading: sealed.payload).encryptedContent
                return (sealed, Array(outer.utf8) + text + Array(#""}"#.utf8))
            } catch SealingError.contentTooLarge {
                continue
            }
        }
    }
}

/// An extension with a fault.
final class FaultyService: SealedNotificationService {
    /// What is wrong, by a word that tells how it is found.
    enum Fault: String, CaseIterable, Sendable {
        case sealedTitle = "the title is another"
        case outerWord = "the outer payload"
        case foreignDonation = "a donation"
        case criticalSound = "critical"
        case secondHandOver = "not handed over once"
        case foreignRemoval = "is gone"
        case sealedThread = "one thread"
        case lateHandOver = "handed over after"
    }

    private let folder: PhoneFolder
    private let fault: Fault
    private let late = Mutex<LateEnding?>(nil)

    init(_ folder: PhoneFolder, _ fault: Fault) {
        self.folder = folder
        self.fault = fault
    }

    override var settings: ServiceSettings { folder.settings }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [unowned self] content in
            guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return }
            switch fault {
            case .sealedTitle: copy.title = Attacker.victim
            case .outerWord: copy.body = request.content.body
            case .foreignDonation:
                guard let tag = copy.userInfo["sealedpush"] as? [String: Any],
                    let sender = tag["sender"] as? String
                else { break }
                let person = INPerson(
                    personHandle: INPersonHandle(value: sender, type: .unknown),
                    nameComponents: nil,
                    displayName: Attacker.victim,
                    image: nil,
                    contactIdentifier: nil,
                    customIdentifier: sender
                )
                let intent = INSendMessageIntent(
                    recipients: nil,
                    outgoingMessageType: .outgoingMessageText,
                    content: nil,
                    speakableGroupName: nil,
                    conversationIdentifier: sender,
                    serviceName: nil,
                    sender: person,
                    attachments: nil
                )
                let interaction = INInteraction(intent: intent, response: nil)
                interaction.groupIdentifier = sender
                interaction.donate(completion: nil)
            case .criticalSound: copy.sound = .defaultCritical
            case .secondHandOver: contentHandler(content)
            case .foreignRemoval:
                UNUserNotificationCenter.current().removeAllDeliveredNotifications()
            case .sealedThread: copy.threadIdentifier = "everybody's"
            case .lateHandOver:
                let ending = LateEnding(handler: contentHandler, content: copy)
                return late.withLock { $0 = ending }
            }
            contentHandler(copy)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        super.serviceExtensionTimeWillExpire()
        guard let ending = late.withLock({ $0.take() }) else { return }
        ending.handler(ending.content)
    }

    private struct LateEnding: @unchecked Sendable {
        let handler: (UNNotificationContent) -> Void
        let content: UNNotificationContent
    }
}
