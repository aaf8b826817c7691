// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice

/// Why no extension changes the notification.
struct LaunchFindings {
    let push: KnownPush

    var findings: [Finding] {
        guard let arrived = push.arrived, push.isNotification else { return [] }
        let wish = Wish(in: push)
        let showsAlerts = push.app?.showsAlerts ?? !isToldOf(.alertsOff)
        let refusals = LaunchDecision.refusals(of: arrived, showsAlerts: showsAlerts)
        var findings = refusals.compactMap { finding($0, wish, arrived) }
        if refusals.isEmpty || wish != nil, push.app?.hasExtension == false {
            findings.append(missingExtension)
        }
        if let envelope = malformedEnvelope { findings.append(envelope) }
        return findings
    }

    private func isToldOf(_ refusal: DeliveryReport.LaunchRefusal) -> Bool {
        push.report?.outcome == .notLaunched(refusal)
    }

    private func finding(
        _ refusal: DeliveryReport.LaunchRefusal,
        _ wish: Wish?,
        _ arrived: ArrivedPush
    ) -> Finding? {
        switch refusal {
        case .silent, .noAlert:
            guard arrived.isMutable || wish != nil else { return nil }
            let remedy =
                "Add an alert with a text, such as \"alert\":{\"body\":\"New message\"}: it is"
                + " shown if the extension fails."
            return Finding(.noAlert, sentence(refusal, beside: wish), remedy, in: "aps.alert")
        case .notMutable:
            guard let wish else { return extensionNotAsked(arrived) }
            return Finding(
                .noMutableContent,
                sentence(refusal, beside: wish),
                "Add \"mutable-content\":1 to 'aps', the number without quotation marks.",
                in: "aps.mutable-content"
            )
        case .alertsOff:
            guard arrived.hasAlert else { return nil }
            return Finding(
                .alertsOff,
                push.report.flatMap { isToldOf(.alertsOff) ? $0.explanation : nil }
                    ?? "Nothing is shown, as \(refusal.reason).",
                "Have the app ask for permission, or the user allow its alerts in the settings."
            )
        // It is found of the app, whatever else keeps the extension from being launched.
        case .noExtension: return nil
        }
    }

    private func sentence(
        _ refusal: DeliveryReport.LaunchRefusal,
        beside wish: Wish?
    ) -> String {
        // The report's own words, if it says so too.
        let told = push.report.flatMap { isToldOf(refusal) ? $0.explanation.dropLast() : nil }
        let sentence = told ?? "The extension is not launched, as \(refusal.reason)"
        return "\(sentence)\(wish.map { "; \($0.words)" } ?? "")."
    }

    private func extensionNotAsked(_ arrived: ArrivedPush) -> Finding? {
        guard push.app?.hasExtension == true, arrived.hasAlert, push.type != .background else {
            return nil
        }
        return Finding(
            .extensionNotAsked,
            "The app has a service extension, which this push does not ask for.",
            "Add \"mutable-content\":1 to 'aps' if the extension is to change it.",
            in: "aps.mutable-content"
        )
    }

    private var missingExtension: Finding {
        Finding(
            .noExtension,
            "The push asks for a service extension, and the app has none.",
            "Add a notification service extension to the app, with its bundle id below the app's."
        )
    }

    /// A text that begins as envelopes do, and is none.
    private var malformedEnvelope: Finding? {
        guard let text = push.root?[Wish.sealedKey]?.string,
            text.wholeMatch(of: #/A[A-Za-z0-9_=-]{40,}/#) != nil
        else { return nil }
        do throws(OpeningError) {
            _ = try Envelope(text: Array(text.utf8).span)
            return nil
        } catch {
            return Finding(
                FindingRule(.malformedEnvelope),
                of: "'\(Wish.sealedKey)' can't be opened: \(error.message)",
                "send the text that was sealed whole and unchanged",
                in: Wish.sealedKey
            )
        }
    }
}

/// A sign that a push was meant for an extension.
enum Wish: Hashable {
    /// Encrypted content.
    case sealed
    /// The URL of a picture, sound or film, in a member.
    case media(String)
    /// The flag, at a place or with a value or name by which it does not count.
    case flag(String)

    static let sealedKey = "encrypted-content"

    init?(in push: KnownPush) {
        guard let root = push.root else { return nil }
        if let flag = MisplacedKeys(in: push).mutableContent {
            self = .flag(flag)
        } else if root[Self.sealedKey] != nil {
            self = .sealed
        } else if let path = Self.mediaPath(in: root, at: []) {
            self = .media(Quoted.path(path))
        } else {
            return nil
        }
    }

    /// The sign, as half a sentence.
    var words: String {
        switch self {
        case .sealed: "the push has '\(Self.sealedKey)'"
        case .media(let path): "the push has a file in '\(path)'"
        case .flag(let words): words
        }
    }

    private static let types: Set = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "mp4", "mov", "m4v", "mpg", "mpeg", "avi",
        "mp3", "m4a", "wav", "aiff", "aif", "caf",
    ]
    private static let names = [
        "image", "media", "attachment", "picture", "photo", "thumbnail", "video", "audio",
    ]

    /// The first member outside of 'aps' that names a file of the web.
    private static func mediaPath(in value: JSONValue, at path: [String]) -> [String]? {
        for element in value.elements ?? [] {
            if let found = mediaPath(in: element, at: path) { return found }
        }
        for (key, value) in value.members ?? [] where path != [] || key != "aps" {
            let path = path + [key]
            if let text = value.string, isMedia(text, named: key) { return path }
            if let found = mediaPath(in: value, at: path) { return found }
        }
        return nil
    }

    private static func isMedia(_ text: String, named key: String) -> Bool {
        let text = text.lowercased()
        guard ["http://", "https://"].contains(where: text.hasPrefix) else { return false }
        let place = text.prefix { $0 != "?" && $0 != "#" }
        let type = place.split(separator: "/").last?.split(separator: ".").last.map(String.init)
        return type.map(types.contains) == true || names.contains(where: key.lowercased().contains)
    }
}
