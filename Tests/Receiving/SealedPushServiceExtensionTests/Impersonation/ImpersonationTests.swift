// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

/// Senders of every kind try to put another contact's name, or a word of the outer payload, on the
/// screen.
@Suite(.serialized)
struct ImpersonationTests {
    /// `make service` brings 100,000.
    static let count = Load.isLong ? 100_000 : 600
    /// How many pushes one phone gets: claims are limited.
    private static let perPhone = 2_000

    @Test func `no sender puts another contact's name or an outer word on the screen`() async throws
    {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var left = Self.count
        while left > 0 {
            let attack = try Attack()
            for _ in 0..<min(left, Self.perPhone) {
                let faults = try await attack.push(&random)
                #expect(faults.isEmpty, "seed \(seed): \(faults)")
            }
            left -= Self.perPhone
        }
    }

    @Test(arguments: FaultyService.Fault.allCases)
    func `a planted fault is found`(_ fault: FaultyService.Fault) async throws {
        let attack = try Attack { FaultyService($0, fault) }
        var random = SeededGenerator(seed: 1)
        var faults: [String] = []
        for _ in 0..<200 where faults.isEmpty { faults = try await attack.push(&random) }
        #expect(!faults.isEmpty)
    }
}

/// A phone and its senders.
private struct Attack {
    let scene: Scene
    let senders = Attacker.all()

    init(
        _ service: @escaping @Sendable (PhoneFolder) -> SealedNotificationService = {
            PhoneService($0)
        }
    ) throws {
        scene = try Scene(contact: nil, service: service)
        let contacts = scene.phone.contacts
        try contacts.add(name: Attacker.victim, identity: SenderKeys().identity)
        for sender in senders { try sender.introduce(to: contacts) }
    }

    /// Brings one hostile push to the phone; what is wrong with what the phone shows.
    func push(_ random: inout SeededGenerator) async throws -> [String] {
        let sender = try #require(senders.randomElement(using: &random))
        let rule = ScreenRule(sender: sender, all: senders)
        let hostile = HostilePayload(as: rule.sender.othersNames(among: senders), &random)
        let sealed = try await scene.phone.seal(hostile.json, by: sender.keys) {
            $0 = hostile.options
        }
        let outer =
            #"{"aps":{"alert":{"title":"\#(ScreenRule.outerWord)","#
            + #""subtitle":"\#(ScreenRule.outerWord)","body":"\#(ScreenRule.outerWord)"},"#
            + #""mutable-content":1,"badge":9,"category":"\#(ScreenRule.outerWord)"},"#
            + #""key":"\#(ScreenRule.outerWord)","encrypted-content":""#
        let text = try OuterPayload(reading: sealed.payload).encryptedContent
        let payload = Array(outer.utf8) + text + Array(#""}"#.utf8)
        let report = await scene.report(
            of: scene.device.deliver(payload: payload, headers: sealed.pushHeaders)
        )
        return rule.faults(of: report, donations: scene.device.donations)
    }
}

/// An extension with a fault.
final class FaultyService: SealedNotificationService {
    enum Fault: CaseIterable, Sendable {
        case sealedTitle
        case outerWord
        case foreignDonation
        case criticalSound
        case secondHandOver
    }

    private let folder: PhoneFolder
    private let fault: Fault

    init(_ folder: PhoneFolder, _ fault: Fault) {
        self.folder = folder
        self.fault = fault
    }

    override var settings: ServiceSettings { folder.settings }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [fault] content in
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
            }
            contentHandler(copy)
        }
    }
}
