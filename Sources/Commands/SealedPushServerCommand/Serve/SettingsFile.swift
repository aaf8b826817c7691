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
        "trusted-proxies": .texts, "log-level": .text, "apps": .texts, "app": .groups(app),
    ]

    /// Refuses a file with a setting that there is not, or of another type.
    static func check(_ bytes: [UInt8]) throws(CommandError) {
        guard let root = try? JSONDocument(reading: bytes).root, root.kind == .object else {
            throw .usage("the file of settings is not an object of JSON")
        }
        try check(root, .group(settings), at: "")
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
                    throw .usage("the file of settings has '\(path)\(name)', which is no setting")
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
            throw .usage("the setting '\(path.dropLast())' is not of the right type")
        }
    }
}
