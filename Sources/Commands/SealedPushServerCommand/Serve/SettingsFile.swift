// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

/// The file of a relay's settings, of which every name and type is known.
enum SettingsFile {
    private enum Kind {
        case text
        case number
        case texts
        case group([String: Kind])
        /// A group of groups, whose names the operator chooses.
        case groups([String: Kind])

        /// What a value has to be.
        var words: String {
            switch self {
            case .text: "a text"
            case .number: "a whole number"
            case .texts: "a list of texts"
            case .group(let members): "an object with \(Self.list(members))"
            case .groups(let members):
                "an object with an object for each app, with \(Self.list(members))"
            }
        }

        private static func list(_ members: [String: Kind]) -> String {
            members.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        }
    }

    private static let app: [String: Kind] = [
        "name": .text, "environment": .text, "topic": .text, "registration": .text,
        "placeholder": .text, "placeholder-key": .text, "key": .text, "key-id": .text,
        "team-id": .text, "certificate": .text, "certificate-key": .text,
        "passphrase-file": .text, "apns-host": .text, "apns-port": .number, "apns-root": .text,
        "proxy": .text,
    ]

    private static let settings: [String: Kind] = [
        "listen": .group(["host": .text, "port": .number]),
        "operator": .group(["host": .text, "port": .number]),
        "tls": .group(["certificate": .text, "key": .text]),
        "public-url": .text, "data": .text, "keys": .text, "postgresql-file": .text,
        "token-folder": .text, "trusted-proxies": .texts, "log-level": .text, "apps": .texts,
        "drops": .text,
        "app": .groups(app),
    ]

    /// Refuses a file with a setting that there is not, or of another type.
    static func check(_ bytes: [UInt8]) throws(CommandError) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(reading: bytes).root
        } catch {
            throw .usage("the file of settings is not JSON: \(message(error, in: bytes))")
        }
        guard root.kind == .object else {
            throw .usage("the file of settings is not an object of JSON")
        }
        try check(root, .group(settings), at: "")
        let listed = root["apps"]?.elements?.compactMap(\.string)
        for (name, _) in root["app"]?.members ?? [] where listed?.contains(name) == false {
            throw .usage(
                "the file of settings has 'app.\(name)', but 'apps' does not name it",
                hint: "'apps' is the list of the apps that are served"
            )
        }
    }

    /// The names in an environment that look like settings and are none, in order.
    static func unknownNames(in environment: some Sequence<String>) -> [String] {
        let prefix = "SEALEDPUSH_"
        let names = environment.filter { $0.hasPrefix(prefix) }
            .filter { !isKnown($0.dropFirst(prefix.count)) }
        return names.sorted()
    }

    private static func isKnown(_ name: Substring) -> Bool {
        // The database's address is a secret, which no file has; the others are of stores' keys.
        let more = ["POSTGRESQL", "KEY_FILE", "KEY_CREDENTIAL", "PASSPHRASE_FILE"]
        return more.contains(String(name)) || isKnown(name, among: settings)
    }

    private static func isKnown(_ name: Substring, among settings: [String: Kind]) -> Bool {
        settings.contains { setting, kind in
            let word = setting.uppercased().replacing("-", with: "_")
            switch kind {
            case .text, .number, .texts: return name == word
            case .group(let members):
                guard name.hasPrefix("\(word)_") else { return false }
                return isKnown(name.dropFirst(word.count + 1), among: members)
            case .groups(let members):
                // What an app is called is the operator's choice.
                guard name.hasPrefix("\(word)_") else { return false }
                return members.keys.contains { member in
                    name.hasSuffix("_\(member.uppercased().replacing("-", with: "_"))")
                }
            }
        }
    }

    /// What is wrong, with the line, and with the name of a setting that comes twice.
    private static func message(_ error: JSONError, in bytes: [UInt8]) -> String {
        guard let offset = error.offset, offset <= bytes.count else { return error.message }
        let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
        let name =
            switch error {
            case .duplicateKey: bytes[offset...].dropFirst().prefix { $0 != UInt8(ascii: "\"") }
            default: bytes[..<0]
            }
        let isPlain = name.allSatisfy { 0x20...0x7E ~= $0 } && 1...40 ~= name.count
        let setting = isPlain ? ": '\(String(decoding: name, as: UTF8.self))'" : ""
        return "\(error.message), in line \(line)\(setting)"
    }

    private static func check(
        _ value: JSONValue,
        _ kind: Kind,
        at path: String
    ) throws(CommandError) {
        let isRight: Bool
        switch kind {
        case .text: isRight = value.kind == .string
        case .number: isRight = value.integer != nil
        case .texts: isRight = value.elements?.allSatisfy { $0.kind == .string } ?? false
        case .group(let members):
            for (name, value) in value.members ?? [] {
                guard let kind = members[name] else {
                    throw .usage(
                        "the file of settings has '\(path)\(name)', which is no setting",
                        hint: nesting(of: path + name).map { "write it as \($0)" }
                    )
                }
                try check(value, kind, at: "\(path)\(name).")
            }
            isRight = value.kind == .object
        case .groups(let members):
            for (name, value) in value.members ?? [] {
                try check(value, .group(members), at: "\(path)\(name).")
            }
            isRight = value.kind == .object
        }
        guard isRight else {
            throw .usage("the setting '\(path.dropLast())' has to be \(kind.words)")
        }
    }

    /// The setting that a name probably means, as the file has it: objects in objects.
    ///
    /// Names are alike without their dots, hyphens and capitals.
    private static func nesting(of name: String) -> String? {
        let wanted = letters(of: name)
        for (setting, kind) in settings.sorted(by: { $0.key < $1.key }) {
            switch kind {
            case .text, .number, .texts:
                if letters(of: setting) == wanted { return "{\"\(setting)\": ...}" }
            case .group(let members):
                for member in members.keys.sorted()
                where letters(of: setting + member) == wanted {
                    return "{\"\(setting)\": {\"\(member)\": ...}}"
                }
            case .groups(let members):
                // The longest end is the member: 'certificate-key', and not 'key'.
                let ends = members.keys.filter { wanted.hasSuffix(letters(of: $0)) }
                guard wanted.hasPrefix(letters(of: setting)),
                    let member = ends.max(by: { $0.utf8.count < $1.utf8.count })
                else { continue }
                return "{\"\(setting)\": {\"NAME\": {\"\(member)\": ...}}}, with 'NAME' in 'apps'"
            }
        }
        return nil
    }

    private static func letters(of name: String) -> String {
        name.lowercased().filter(\.isLetter)
    }
}
