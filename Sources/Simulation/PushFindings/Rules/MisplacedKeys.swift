// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Keys of Apple's that are written in another way, or stand where no device looks for them.
struct MisplacedKeys {
    private static let flag = "mutable-content"

    /// The keys of 'aps' that Apple documents.
    private static let known: Set = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", flag,
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria",
        "stale-date", "content-state", "timestamp", "event", "dismissal-date", "attributes-type",
        "attributes", "input-push-token", "input-push-channel", "url-args", "content-changed",
        "summary-arg",
    ]
    private static let knownOfAlert: Set = [
        "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args",
        "subtitle-loc-key", "subtitle-loc-args", "loc-key", "loc-args", "action-loc-key",
        "action", "summary-arg", "summary-arg-count", "sound",
    ]
    private static let knownOfSound: Set = ["critical", "name", "volume"]
    /// Those that are of no use to an app by itself, so that they were meant for 'aps'.
    private static let moving: Set = [
        "alert", "badge", "sound", "thread-id", "content-available", "target-content-id",
        "interruption-level", "relevance-score",
    ]

    private let root: JSONValue?
    private let aps: JSONValue?

    init(in push: KnownPush) {
        root = push.root
        aps = push.aps
    }

    /// Where `mutable-content` was meant to be set and is not, as half a sentence.
    var mutableContent: String? {
        if let value = aps?[Self.flag] {
            if value.isSet || value.isNull || value.bool == false || value.integer == 0 {
                return nil
            }
            return "its value is \(value.words)"
        }
        if let key = aps?.members?.map(\.key).first(where: Self.isFlag) {
            return "'\(Quoted.path(["aps", key]))' is another key"
        }
        if let key = aps?["alert"]?.members?.map(\.key).first(where: Self.isFlag) {
            return "'\(Quoted.path(["aps", "alert", key]))' stands in 'alert'"
        }
        if let key = root?.members?.map(\.key).first(where: Self.isFlag) {
            return "'\(Quoted.path([key]))' stands outside of 'aps'"
        }
        return nil
    }

    /// Keys in 'aps' and its objects that are none of Apple's.
    var unknown: [Finding] {
        unknown(in: aps, at: ["aps"], Self.known)
            + unknown(in: aps?["alert"], at: ["aps", "alert"], Self.knownOfAlert)
            + unknown(in: aps?["sound"], at: ["aps", "sound"], Self.knownOfSound)
    }

    private func unknown(
        in object: JSONValue?,
        at path: [String],
        _ known: Set<String>
    ) -> [Finding] {
        let keys = object?.members?.map(\.key) ?? []
        return keys.filter { !known.contains($0) && !Self.isFlag($0) }.map { key in
            let member = Quoted.path(path + [key])
            let meant = known.first { Self.plain($0) == Self.plain(key) }
            let elsewhere = path.count > 1 && Self.known.contains(key)
            let remedy =
                meant.map { "Write it '\($0)'." }
                ?? (elsewhere ? "Move it to 'aps'." : "Move it beside 'aps', as a key of your own.")
            return Finding(
                .unknownKeyInAps,
                "'\(member)' is no key that Apple documents there, so it has no effect.",
                remedy,
                in: member
            )
        }
    }

    /// Keys of Apple's beside 'aps' that 'aps' lacks.
    var outside: [Finding] {
        let keys = root?.members?.map(\.key) ?? []
        return keys.filter { Self.moving.contains($0) && aps?[$0] == nil }.map { key in
            Finding(
                .keyOutsideAps,
                "'\(key)' stands outside of 'aps', where the system does not look for it.",
                "Move it into 'aps', unless it is a key of your own.",
                in: key
            )
        }
    }

    private static func isFlag(_ key: String) -> Bool { plain(key) == plain(flag) }

    /// A key without what writers differ in.
    private static func plain(_ key: String) -> String {
        key.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}

extension JSONValue {
    /// The value in a sentence.
    var words: String {
        switch kind {
        case .null, .bool, .number: Quoted.plain(String(decoding: bytes, as: UTF8.self))
        case .string: "the text \(Quoted.value(string ?? ""))"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
