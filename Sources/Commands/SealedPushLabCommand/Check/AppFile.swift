// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import PushFindings
import SealedPush
import SealedPushAPNs
import SimulatedDevice

/// A file that lists the apps of a phone: JSON Lines, one app a line.
enum AppFile {
    /// Reads the file.
    static func apps(in file: InputFile) throws(CommandError) -> [PhoneFacts.App] {
        var apps: [PhoneFacts.App] = []
        for line in try file.lines("list of apps") {
            do throws(LineError) {
                apps.append(try app(line.bytes))
            } catch {
                throw .usage(
                    "line \(line.number) of the list of apps: \(error.message)",
                    hint:
                        #"write {"app":"com.example.app","extension":true}, or see docs/lab-command.md"#
                )
            }
        }
        return apps
    }

    private static func app(_ line: [UInt8]) throws(LineError) -> PhoneFacts.App {
        var members = try Members(line)
        var app = PhoneFacts.App(try members.string("app").needed("app"))
        app.hasExtension = try members.take("extension") { $0.bool }
        app.categories = try members.take("categories", texts)
        app.sounds = try members.take("sounds", durations)
        app.strings = try members.take("strings", strings)
        app.state = try members.take("state") {
            $0.string.flatMap(DeviceProfile.AppState.init(rawValue:))
        }
        app.hasBackgroundMode = try members.take("backgroundMode") { $0.bool }
        app.mayAlertCritically = try members.take("criticalAlerts") { $0.bool }
        app.maySendTimeSensitive = try members.take("timeSensitive") { $0.bool }
        app.showsAlerts = try members.take("alerts") { $0.bool }
        app.tokens = try token(&members).map { [$0] }
        try members.end()
        return app
    }

    private static func token(_ members: inout Members) throws(LineError) -> PhoneFacts.Token? {
        let hex = try members.take("token") { value in
            value.string.flatMap { try? APNsDeviceToken(hex: $0) }?.text
        }
        let environment = try members.take("environment", environment)
        let type = try members.take("type") { $0.string.flatMap(APNsPushType.init(rawValue:)) }
        guard let hex else {
            guard environment == nil, type == nil else { throw .missing("token") }
            return nil
        }
        return PhoneFacts.Token(hex, in: environment, for: type ?? .alert)
    }

    private static func environment(_ value: JSONValue) -> PushEnvironment? {
        switch value.string {
        case "production": .production
        case "sandbox": .sandbox
        default: nil
        }
    }

    private static func texts(_ value: JSONValue) -> Set<String>? {
        guard let elements = value.elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? Set(texts) : nil
    }

    private static func strings(_ value: JSONValue) -> [String: String]? {
        table(value) { $0.string }
    }

    /// The length of each file of sound, in seconds.
    private static func durations(_ value: JSONValue) -> [String: Duration]? {
        table(value) { value in
            let seconds = value.numberText.flatMap { Double($0) }
            return seconds.flatMap { 0...86_400 ~= $0 ? .seconds($0) : nil }
        }
    }

    private static func table<Value>(
        _ value: JSONValue,
        _ meaning: (JSONValue) -> Value?
    ) -> [String: Value]? {
        guard let members = value.members else { return nil }
        var table: [String: Value] = [:]
        for (key, value) in members {
            guard let meant = meaning(value) else { return nil }
            table[key] = meant
        }
        return table
    }
}
