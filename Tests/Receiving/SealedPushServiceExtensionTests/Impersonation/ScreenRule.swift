// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import SealedPush
import SimulatedDevice

/// What a screen may show of a message, said apart from the code that decides it.
struct ScreenRule {
    /// Stands in each line of the outer payload.
    static let outerWord = "outermost"

    let sender: Attacker
    let all: [Attacker]

    /// What is wrong with what is shown, in words; empty if nothing is.
    func faults(of report: DeliveryReport, donations: [INInteraction]) -> [String] {
        guard report.outcome == .handedOver, report.handOvers == 1, let shown = report.shown else {
            return ["not handed over once: \(report.text)"]
        }
        var faults: [String] = []
        let content = shown.content
        let title = shown.sender?.name ?? content.title
        let secondLine = shown.sender == nil ? content.subtitle : shown.sender?.group ?? ""
        let others = sender.othersNames(among: all)
        let isOthers = others.contains { Self.isAlike($0, title) }
        let isService = sender.kind == .service
        if isOthers, !isService || !secondLine.hasPrefix(sender.name) {
            faults.append("the title is another contact's name: \(title)")
        }
        if !isService, !titles.contains(title), !isLabelled(title) {
            faults.append("the title is not the device's: \(title)")
        }
        let sound = "\(content.sound)"
        if sound.contains("critical") { faults.append("a critical alert") }
        if shown.sender != nil, ![.person, .service].contains(sender.kind) {
            faults.append("communication style")
        }
        let words = shown.lines + [content.title, content.subtitle, content.body]
        let info = content.userInfo.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        if (words + [info]).contains(where: { $0.contains(Self.outerWord) }) {
            faults.append("a word of the outer payload")
        }
        for donation in donations {
            let person = (donation.intent as? INSendMessageIntent)?.sender
            let name = person?.displayName ?? ""
            let group = donation.groupIdentifier ?? ""
            if all.contains(where: {
                group.hasPrefix($0.hex) && $0.othersNames(among: all).contains(name)
            }) {
                faults.append("a donation in another contact's name: \(name)")
            }
        }
        return faults
    }

    /// The titles that the table allows apart from row 10.
    private var titles: Set<String> {
        let none = "New notification"
        switch sender.kind {
        case .person: return [sender.name, none]
        case .changed, .candidate: return ["Check: \(sender.name)", none]
        case .service: return []
        case .blocked: return [none]
        case .stranger: return ["Unknown sender", none]
        }
    }

    private func isLabelled(_ title: String) -> Bool {
        sender.kind == .stranger && title.hasPrefix("Unknown: ")
    }

    /// Whether two lines look the same to a reader: without what cannot be seen, without case,
    /// and with the Cyrillic letters of the fuzzer read as Latin.
    private static func isAlike(_ first: String, _ second: String) -> Bool {
        func plain(_ text: String) -> String {
            let visible = text.unicodeScalars.filter {
                !$0.properties.isDefaultIgnorableCodePoint
                    && $0.properties.generalCategory != .control
            }
            return String(String.UnicodeScalarView(visible)).lowercased()
                .replacing("\u{430}", with: "a").replacing("\u{435}", with: "e")
                .replacing("\u{A0}", with: " ").trimmingPrefix(while: \.isWhitespace)
                .reversed().drop(while: \.isWhitespace).reversed().map(String.init).joined()
        }
        return plain(first) == plain(second)
    }
}

/// What the phone has shown so far, by whose it was.
struct ScreenLedger {
    /// The time in which a push is to be handed over.
    private static let limit = Duration.seconds(25)

    /// Whose each listed notification is, by identity in hex, and the bytes that say so.
    private var owners: [String: (hex: String, info: [UInt8])] = [:]
    /// Whose each thread is.
    private var threads: [String: String] = [:]

    /// What a push did to others, in words; empty if nothing.
    mutating func faults(
        of report: DeliveryReport,
        by sender: Attacker,
        all: [Attacker],
        _ list: [SimulatedDevice.NotificationGroup]
    ) -> [String] {
        var faults: [String] = []
        let notifications = list.flatMap(\.notifications)
        let listed = Set(notifications.map(\.identifier))
        for (identifier, owner) in owners where owner.hex != sender.hex {
            if !listed.contains(identifier) { faults.append("another's notification is gone") }
        }
        let known = owners
        owners = [:]
        for notification in notifications {
            let info = notification.content.userInfo?.bytes ?? []
            var owner = known[notification.identifier].flatMap { $0.info == info ? $0.hex : nil }
            if owner == nil {
                let text = String(decoding: info, as: UTF8.self)
                owner = all.first { text.contains($0.hex) }?.hex
            }
            guard let owner else { continue }
            owners[notification.identifier] = (owner, info)
            let thread = notification.content.threadIdentifier
            guard !thread.isEmpty else { continue }
            if let first = threads[thread], first != owner {
                faults.append("two senders in one thread: \(thread)")
            }
            threads[thread] = owner
        }
        let times = report.events.reduce(into: (begin: Duration?.none, end: Duration?.none)) {
            switch $1.kind {
            case .received: $0.begin = $1.time
            case .handedOver, .handedOverAtWarning: $0.end = $1.time
            default: break
            }
        }
        if let begin = times.begin, let end = times.end, end - begin > Self.limit {
            faults.append("handed over after \(end - begin)")
        }
        return faults
    }
}
