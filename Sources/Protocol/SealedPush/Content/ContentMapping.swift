// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Makes notification content of a payload, as the system does of a push that comes in the clear.
///
/// Each key stands for itself: one that is absent, or whose value is of a wrong type or out of
/// range, is passed over and leaves its property as it is without it. No payload is refused.
package struct ContentMapping: Sendable {
    private let localize: @Sendable (String) -> String?

    /// A mapping into the language of the user.
    ///
    /// - Parameter localize: Looks a key of the app's string table up: the format behind a
    ///   `loc-key`. A key that it doesn't know is shown itself, as the system does.
    package init(localize: @escaping @Sendable (String) -> String? = { _ in nil }) {
        self.localize = localize
    }

    /// The content that an opened payload describes, before the sender's name is put in.
    package func content(of payload: Payload) -> NotificationContent {
        content(of: payload.document)
    }

    /// The content that a push describes, as the system shows it if no extension rewrites it.
    package func content(of push: JSONDocument) -> NotificationContent {
        let aps = push.root["aps"]
        var content = alertText(of: aps?["alert"])
        content.launchImageName = text(aps?["alert"]?["launch-image"]) ?? ""
        content.badge = aps?["badge"].flatMap(Self.badge)
        content.sound = sound(aps?["sound"])
        content.threadIdentifier = text(aps?["thread-id"]) ?? ""
        content.categoryIdentifier = text(aps?["category"]) ?? ""
        content.targetContentIdentifier = text(aps?["target-content-id"])
        content.interruptionLevel = aps?["interruption-level"].flatMap(Self.level) ?? .active
        content.relevanceScore = aps?["relevance-score"].flatMap(Self.fraction) ?? 0
        content.filterCriteria = text(aps?["filter-criteria"])
        content.userInfo = push
        return content
    }

    private func alertText(of alert: JSONValue?) -> NotificationContent {
        var content = NotificationContent()
        if let body = alert?.string {
            content.body = body
            return content
        }
        content.title = line("title", "title-loc-key", "title-loc-args", of: alert)
        content.subtitle = line("subtitle", "subtitle-loc-key", "subtitle-loc-args", of: alert)
        content.body = line("body", "loc-key", "loc-args", of: alert)
        return content
    }

    /// One text of the alert; a localised one goes before a plain one.
    private func line(
        _ plain: String,
        _ locKey: String,
        _ locArgs: String,
        of alert: JSONValue?
    ) -> String {
        guard let key = text(alert?[locKey]) else { return alert?[plain]?.string ?? "" }
        // An argument of a wrong type keeps its place, so that the others keep theirs.
        let arguments = alert?[locArgs]?.elements ?? []
        return LocalizedFormat.fill(
            localize(key) ?? key,
            with: arguments.map { $0.string ?? $0.numberText ?? "" }
        )
    }

    private func text(_ value: JSONValue?) -> String? {
        value?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func sound(_ value: JSONValue?) -> NotificationContent.Sound {
        if let name = text(value) { return named(name) }
        guard value?.kind == .object else { return .none }
        let name = text(value?["name"])
        guard value?["critical"]?.isSet == true else { return name.map(named) ?? .default }
        return .critical(
            name: name == "default" ? nil : name,
            volume: value?["volume"].flatMap(Self.fraction)
        )
    }

    private func named(_ name: String) -> NotificationContent.Sound {
        name == "default" ? .default : .named(name)
    }

    private static func badge(_ value: JSONValue) -> Int? {
        value.integer.flatMap { $0 < 0 ? nil : $0 }
    }

    private static func level(_ value: JSONValue) -> NotificationContent.InterruptionLevel? {
        value.string.flatMap { NotificationContent.InterruptionLevel(rawValue: $0) }
    }

    private static func fraction(_ value: JSONValue) -> Double? {
        guard let number = value.numberText.flatMap({ Double($0) }) else { return nil }
        return 0...1 ~= number ? number : nil
    }
}

extension ContentMapping {
    /// The members of `aps` and of its objects whose values no device takes, by their paths.
    ///
    /// A member that is `null` counts as absent.
    package static func passedOver(in push: JSONDocument) -> [String] {
        let isText = { (value: JSONValue) in value.string != nil }
        let isTextOrObject = { (value: JSONValue) in isText(value) || value.kind == .object }
        let isFlag = { (value: JSONValue) in value.bool != nil || 0...1 ~= value.integer ?? -1 }
        let isFraction = { (value: JSONValue) in fraction(value) != nil }
        let rules: KeyValuePairs<[String], (JSONValue) -> Bool> = [
            ["alert"]: isTextOrObject, ["alert", "title"]: isText, ["alert", "subtitle"]: isText,
            ["alert", "body"]: isText, ["alert", "title-loc-key"]: isText,
            ["alert", "subtitle-loc-key"]: isText, ["alert", "loc-key"]: isText,
            ["alert", "launch-image"]: isText, ["badge"]: { badge($0) != nil },
            ["sound"]: isTextOrObject, ["sound", "critical"]: isFlag, ["sound", "name"]: isText,
            ["sound", "volume"]: isFraction, ["thread-id"]: isText, ["category"]: isText,
            ["target-content-id"]: isText, ["interruption-level"]: { level($0) != nil },
            ["relevance-score"]: isFraction, ["filter-criteria"]: isText,
            ["content-available"]: isFlag, ["mutable-content"]: isFlag,
        ]
        return rules.compactMap { path, isTaken in
            let value = path.reduce(push.root["aps"]) { $0?[$1] }
            guard let value, !value.isNull, !isTaken(value) else { return nil }
            return (["aps"] + path).joined(separator: ".")
        }
    }
}
