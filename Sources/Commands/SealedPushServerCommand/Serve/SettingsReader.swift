// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Configuration

/// Reads settings, and refuses one that is there and makes no sense.
struct SettingsReader {
    private let config: ConfigReader
    private let path: String

    init(_ config: ConfigReader, at path: String = "") {
        self.config = config
        self.path = path
    }

    /// The settings of a group.
    func group(_ name: String...) -> SettingsReader {
        SettingsReader(
            config.scoped(to: ConfigKey(name)),
            at: path + name.joined(separator: ".") + "."
        )
    }

    /// A text, unless it is missing.
    ///
    /// - Throws: The fault of an empty one: a variable that is not set gives it, and what counts
    ///   without the setting is another database, or no TLS.
    func text(_ name: String, isSecret: Bool = false) throws(CommandError) -> String? {
        let text = config.string(forKey: ConfigKey([name]), isSecret: isSecret)
        guard text?.isEmpty != true else { throw wrong(name, "left out, or not empty") }
        return text
    }

    func texts(_ name: String) throws(CommandError) -> [String] {
        let texts = config.stringArray(forKey: ConfigKey([name])) ?? []
        guard !texts.contains("") else { throw wrong(name, "left out, or not empty") }
        return texts
    }

    func port(_ name: String, else standard: Int, least: Int = 1) throws(CommandError) -> Int {
        guard let port = config.int(forKey: ConfigKey([name])) else {
            guard try text(name) == nil else { throw wrong(name, "a number") }
            return standard
        }
        guard least...65_535 ~= port else { throw wrong(name, "a port: \(least) to 65535") }
        return port
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        else standard: Choice
    ) throws(CommandError) -> Choice {
        guard let text = try text(name) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong(name, "one of \(choices)")
        }
        return choice
    }

    /// What a setting is called in the file.
    func name(of setting: String) -> String { path + setting }

    /// What is wrong with a setting.
    func wrong(_ name: String, _ need: String) -> CommandError {
        .usage("the setting '\(self.name(of: name))' has to be \(need)")
    }
}
