// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScriptedExtension
import SimulatedDevice
import TestSupport

/// Where the scripted extension lives.
enum Hosting: String, CaseIterable, Sendable {
    case inProcess
    case ownProcess

    /// A device with the scripted extension.
    func device(
        _ profile: DeviceProfile = Device.profile,
        patience: Duration = .seconds(20)
    ) -> SimulatedDevice {
        switch self {
        case .inProcess:
            SimulatedDevice(profile: profile, clock: Self.clock, patience: patience) {
                PayloadExtension()
            }
        case .ownProcess:
            SimulatedDevice(
                profile: profile,
                clock: Self.clock,
                patience: patience,
                executable: Self.executable
            )
        }
    }

    /// The same for every device, so that reports can be compared.
    private static var clock: DeviceClock {
        DeviceClock(date: Date(timeIntervalSince1970: 1_800_000_000))
    }

    /// Where the program of the extension is.
    var programFolder: URL {
        switch self {
        case .inProcess: Bundle.main.bundleURL
        case .ownProcess: Self.executable.deletingLastPathComponent()
        }
    }

    static let executable = BuiltProgram.named("ScriptedExtensionHost")
}

extension Push {
    /// A push that tells the scripted extension what to do.
    static func scripted(_ steps: String..., warned: [String] = []) -> String {
        scripted(steps, warned: warned)
    }

    static func scripted(
        _ steps: [String],
        warned: [String] = [],
        _ keys: [String: Int] = [:]
    ) -> String {
        let keys = keys.map { #","\#($0)":\#($1)"# }.joined()
        return
            #"{"aps":{"alert":"Dinner at eight?","mutable-content":1\#(keys)},"script":\#(steps),"warned":\#(warned)}"#
    }
}

extension DeliveryReport {
    var kinds: [DeliveryReport.Event.Kind] { events.map(\.kind) }
}

/// The scripted extension's program under another name, by which its very start goes.
final class Program {
    private let folder = TemporaryFolder()
    let file: URL

    init(named name: String) throws {
        file = folder.url("extension-\(name)")
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: Hosting.executable)
    }
}

extension Program {
    /// A script of the folder Programs.
    static func script(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Programs/\(name)").standardizedFileURL
    }
}
