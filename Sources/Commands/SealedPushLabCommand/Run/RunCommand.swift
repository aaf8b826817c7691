// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import SimulatedDevice

/// `sealedpush-lab run`: a simulated device that gets pushes, and what becomes of each.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Give pushes to a simulated device, and say what it shows and why.",
        usage: """
            sealedpush-lab run --store <dir> [<options>] <payload>...
            sealedpush-lab run --extension <executable> [<options>] <payload>...
            """,
        discussion: """
            The device runs a notification service extension in a process of its own, under the \
            system's limits: the one of this toolkit on a store, or a program of yours whose main \
            calls ExtensionHost.main. For each push it says what the user sees, why, and what \
            happened when, and then the list of notifications; --json prints one object a line.

            Ends with 1 where an extension did something wrong, which the report's first sentence \
            names: it crashed, took too long or too much memory, handed over more than once, only \
            at the warning, or nothing that could be shown.

            \(StoreEffect.changes)

            Example:
              sealedpush-lab run --store phone sealed.json
            """
    )

    @Option(help: ArgumentHelp("The folder of the device's store.", valueName: "dir"))
    var store: NamedPath?

    @OptionGroup
    var key: KeyOptions

    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp("The program of an extension.", valueName: "executable")
    )
    var executable: ProgramFile?

    @Option(
        help: ArgumentHelp(
            "The time until the extension is warned, in seconds; 30 without the option.",
            valueName: "seconds"
        )
    )
    var timeLimit: Double?

    @Option(
        help: ArgumentHelp(
            "The anonymous memory of the extension, in MiB; 24 without the option.",
            valueName: "MiB"
        )
    )
    var memoryLimit: Int?

    @Flag(help: "The device was started and not unlocked since.")
    var locked = false

    @OptionGroup
    var testKeys: TestKeyOptions

    @OptionGroup
    var headers: PushHeaderOptions

    @Option(
        help: ArgumentHelp(
            "The extension's Info.plist, as of App Transport Security.",
            valueName: "file"
        )
    )
    var infoPlist: NamedPath?

    @Flag(help: "The pushes find the device offline, and what was kept comes when it is back.")
    var offline = false

    @Option(
        help: ArgumentHelp(
            "How many pushes are handled at once, each by an instance of its own.",
            valueName: "n"
        )
    )
    var parallel = 1

    @Flag(help: "Print one JSON object a line for each push.")
    var json = false

    @Argument(help: "The payloads, as the push service delivers them, or .apns files.")
    var payloads: [InputFile]

    func validate() throws {
        guard (store == nil) != (executable == nil) else {
            throw ValidationError("either --store or --extension says what runs")
        }
        guard timeLimit.map({ $0 > 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--time-limit is more than 0, and a day at most")
        }
        guard memoryLimit.map({ (1...65_536).contains($0) }) ?? true else {
            throw ValidationError("--memory-limit is 1 to 65536 MiB")
        }
        guard key.passphraseFile?.isStandardInput != true else {
            throw ValidationError("the extension can't read the passphrase from standard input")
        }
        guard (1...1000).contains(parallel) else {
            throw ValidationError("--parallel is 1 to 1000")
        }
    }

    func run() async throws {
        // What is wrong with the program, the store or its key is told now, and not by a placeholder.
        try executable?.check("extension")
        if let store { try check(storeAt: store.text) }
        let pushes = try payloads.map { try $0.read("payload") }
        let headers = try headers.headers(for: pushes.count)
        var profile = profile
        if let app = headers.compactMap(\.topic).first { profile.app = app }
        if let infoPlist { profile.info = try Self.info(at: infoPlist.text) }
        let device = SimulatedDevice(
            profile: profile,
            clock: DeviceClock(.real),
            executable: executable?.url ?? Self.thisProgram,
            arguments: store.map {
                ExtensionCommand.arguments(store: $0.text, key, testKeys)
            } ?? []
        )
        var failures = 0
        var underWay: [(InputFile, SimulatedDevice.Delivery)] = []
        for ((payload, push), var headers) in zip(zip(payloads, pushes), headers) {
            // A header names the app, so that a file for another one is taken all the same.
            headers.topic = headers.topic ?? device.profile.app
            underWay.append((payload, device.deliver(payload: push, headers: headers)))
            guard !offline, underWay.count == parallel else { continue }
            failures += try await tell(underWay, on: device)
            underWay = []
        }
        if offline { device.goOnline() }
        failures += try await tell(underWay, on: device)
        if failures > 0 { throw CommandError.extensionFailed(failures) }
    }

    /// Refuses a store that the extension would find no device in, or can't open.
    private func check(storeAt path: String) throws {
        // A locked device does not open its store: what arrives is deferred.
        try Self.check(storeAt: path, key, opening: !locked)
    }

    /// Refuses a store that has no device, or that the key does not open.
    static func check(storeAt path: String, _ key: KeyOptions, opening isOpened: Bool) throws {
        let kind = try StoreOptions.naming("device init --topic <topic>") {
            try RecordStore.keyKind(at: path)
        }
        let source = try key.source(for: kind)
        guard isOpened else { return }
        _ = try DeviceKeys(in: RecordStore.open(at: path, key: source))
    }

    private static func info(at path: String) throws(CommandError) -> InfoPlist {
        do {
            return try InfoPlist(contentsOf: URL(filePath: path))
        } catch {
            throw .usage(
                "the Info.plist can't be read",
                hint: "give a property list, as Xcode writes it"
            )
        }
    }

    private var profile: DeviceProfile {
        var profile = DeviceProfile(app: "com.example.app")
        profile.lock = locked ? .beforeFirstUnlock : .unlocked
        profile.isOnline = !offline
        profile.instances = parallel > 1 ? .atOnce : .oneAfterAnother
        if let timeLimit { profile.limits.time = .seconds(timeLimit) }
        if let memoryLimit { profile.limits.memory = memoryLimit << 20 }
        // The toolkit's extension attaches what it has decrypted and nothing of a bundle: that is
        // moved, wherever this program lies. A program of one's own has its folder.
        if store != nil { profile.appFolder = Self.thisProgram }
        return profile
    }

    /// This very program, which is an extension as well.
    static var thisProgram: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    }

    /// Prints what became of pushes, and gives the number of those whose extension failed.
    private func tell(
        _ deliveries: [(InputFile, SimulatedDevice.Delivery)],
        on device: SimulatedDevice
    ) async throws -> Int {
        var failures = 0
        for (payload, delivery) in deliveries {
            let first = await delivery.report
            // The extension notes that the message was shown after it has handed over. What it
            // does until it lets go of the push is in the report: a second hand-over, too. One
            // that never lets go has the time that every push has.
            let limit = device.profile.limits.time
            let last = await device.finalReport(of: delivery, within: limit)
            let report = last ?? delivery.reportSoFar ?? first
            try Console.result(
                "\(TerminalText.line(payload.path)): \(report.text)\n\(device.listText)",
                json: json ? Self.json(report, on: device) : nil,
                ofDone: "the push is delivered",
                hint: "a device shows a message once: have it sealed again"
            )
            if !report.faults.isEmpty { failures += 1 }
        }
        return failures
    }
}

extension RunCommand {
    /// The report, with the list as it is now.
    private static func json(_ report: DeliveryReport, on device: SimulatedDevice) -> [UInt8] {
        JSONWriter.object { object in
            report.write(to: &object)
            object.array("list") { array in
                for shown in device.listed { array.object { shown.write(to: &$0) } }
            }
            object.add("badge", device.badge)
        }
    }
}

extension CommandError {
    fileprivate static func extensionFailed(_ count: Int) -> CommandError {
        CommandError(
            .failure,
            name: "extensionFailed",
            "the extension failed for \(count) of the pushes",
            hint: "the reports say why"
        )
    }
}
