// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension DeliveryReport {
    /// Adds the report's members to a JSON object, for people and tools.
    ///
    /// Times are in milliseconds since the push was sent, memory in bytes.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - picture: The place of an attachment's picture, if it has one.
    package func write(
        to object: inout JSONWriter.Object,
        picture: (ShownNotification.Attachment) -> String? = { _ in nil }
    ) {
        object.add("outcome", outcome.name)
        switch outcome {
        case .notLaunched(let refusal): object.add("reason", refusal.rawValue)
        case .lost(let loss): object.add("reason", loss.rawValue)
        default: break
        }
        object.add("explanation", explanation)
        object.array("faults") { array in
            for fault in faults { array.add(fault.name) }
        }
        object.add("handOvers", handOvers)
        if let shown {
            object.object("shown") { shown.write(to: &$0, picture: picture) }
        } else {
            object.null("shown")
        }
        if let original {
            object.object("original") { original.write(to: &$0) }
        }
        object.array("events") { array in
            for event in events {
                array.object { event.write(to: &$0) }
            }
        }
        if let wake { object.add("wake", wake.name) }
        if let peakMemory { object.add("peakMemory", peakMemory) }
    }

    /// The report as the text of a JSON object, which a terminal can be given like ``text``.
    public var json: String {
        let json = JSONWriter.object { write(to: &$0) }
        return String(decoding: TerminalText.json(json), as: UTF8.self)
    }
}

extension DeliveryReport.Outcome {
    /// The name of the outcome in reports.
    public var name: String {
        switch self {
        case .handedOver: "handedOver"
        case .timedOut: "timedOut"
        case .slowStart: "slowStart"
        case .crashed: "crashed"
        case .killedForMemory: "killedForMemory"
        case .emptyResult: "emptyResult"
        case .suppressed: "suppressed"
        case .badgeOnly: "badgeOnly"
        case .droppedAfterCrash: "droppedAfterCrash"
        case .notLaunched: "notLaunched"
        case .lost: "lost"
        case .undecided: "undecided"
        }
    }
}

extension DeliveryReport.ExtensionFault {
    /// The name of the fault in reports.
    public var name: String {
        switch self {
        case .neverHandedOver: "neverHandedOver"
        case .releasedHandler: "releasedHandler"
        case .handedOverTooLate: "handedOverTooLate"
        case .startedTooSlowly: "startedTooSlowly"
        case .crashed: "crashed"
        case .exceededMemory: "exceededMemory"
        case .handedOverNoText: "handedOverNoText"
        case .handedOverAgain: "handedOverAgain"
        case .handedOverAtWarning: "handedOverAtWarning"
        case .crashedAfterHandOver: "crashedAfterHandOver"
        case .exceededMemoryAfterHandOver: "exceededMemoryAfterHandOver"
        case .insecureLoadStopped: "insecureLoadStopped"
        case .attachmentNotMade: "attachmentNotMade"
        case .attachmentRefused: "attachmentRefused"
        case .attachmentMismatched: "attachmentMismatched"
        }
    }
}

extension DeliveryReport.Event {
    fileprivate func write(to object: inout JSONWriter.Object) {
        object.add("at", time.milliseconds)
        object.add("event", kind.name)
        if let detail = kind.detail { object.add("detail", detail) }
    }
}

extension ShownNotification {
    /// Adds the members of a notification to a JSON object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - picture: The place of an attachment's picture, if it has one.
    package func write(
        to object: inout JSONWriter.Object,
        picture: (Attachment) -> String? = { _ in nil }
    ) {
        object.add("identifier", identifier)
        object.object("content") { content.write(to: &$0) }
        object.array("lines") { array in
            for line in lines { array.add(line) }
        }
        if let sender {
            object.object("sender") { object in
                object.add("name", sender.name)
                if let group = sender.group { object.add("group", group) }
                object.add("hasImage", sender.hasImage)
            }
        }
        if !attachments.isEmpty {
            object.array("attachments") { array in
                for attachment in attachments {
                    array.object { object in
                        object.add("identifier", attachment.identifier)
                        object.add("type", attachment.type)
                        object.add("size", attachment.size)
                        if let time = attachment.thumbnailTime {
                            object.number("thumbnailTime", "\(time)")
                        }
                        if let place = picture(attachment) { object.add("picture", place) }
                    }
                }
            }
        }
        object.add("banner", presentation.isBanner)
        object.add("listed", presentation.isListed)
        object.add("audible", presentation.isAudible)
        if let sound = presentation.sound {
            object.object("sound") { sound.write(to: &$0) }
        }
        if let badge = presentation.badge { object.add("badge", badge) }
    }
}

extension ShownNotification.PlayedSound {
    fileprivate func write(to object: inout JSONWriter.Object) {
        if let file { object.add("file", file) } else { object.null("file") }
        if let substitution { object.add("insteadOfFile", substitution.rawValue) }
        object.add("critical", isCritical)
        if let volume { object.number("volume", "\(volume)") }
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
