// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPushCrypto
import SealedPushReceiver
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice

/// `sealedpush-lab extension`: what `run` starts as the process of the extension.
struct ExtensionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Be the extension of a simulated device; 'run' starts it.",
        shouldDisplay: false
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var testKeys: TestKeyOptions

    /// The arguments that make this program the extension of a store.
    static func arguments(
        store: String,
        _ key: KeyOptions,
        _ testKeys: TestKeyOptions
    ) -> [String] {
        ["extension", "--store", store] + key.arguments
            + (testKeys.insecureTestKeys ? ["--insecure-test-keys"] : [])
    }

    func run() throws {
        let (store, testKeys) = (store, testKeys.insecureTestKeys)
        ExtensionHost.main { StoreService(store: store, testKeys: testKeys) }
    }
}

/// The extension of this toolkit, on a store that the command's options name.
private final class StoreService: SealedNotificationService {
    private let store: StoreOptions
    private let testKeys: Bool

    init(store: StoreOptions, testKeys: Bool) {
        self.testKeys = testKeys
        self.store = store
    }

    override var settings: ServiceSettings {
        var settings = ServiceSettings(storeAt: store.path) {
            [store] () throws(StoreError) in
            let isLocked = DeviceState.current?.lock == .beforeFirstUnlock
            do {
                return try store.open(lock: isLocked ? .beforeFirstUnlock : .unlocked)
            } catch let error as StoreError {
                throw error
            } catch {
                // The key's own file: whatever is wrong with it was told when the command
                // began.
                throw .orphaned
            }
        }
        settings.acceptsTestIdentities = testKeys
        settings.pictureFolder = URL(filePath: AvatarFolder(of: store.path).folder)
        settings.didMiss = { Console.note(missing: $0) }
        settings.didHandOver = { report in
            guard case .failed(let error)? = report.outcome else { return }
            Console.note(
                "this push shows nothing of its message: \(CommandError(error).message)"
            )
        }
        // Every app has a folder for temporary files of its own; users of one machine share
        // theirs.
        settings.attachmentFolder = URL(
            filePath: StoreSurroundings.beside(store.path, ".attachments"),
            directoryHint: .isDirectory
        )
        return settings
    }
}

/// A program that an argument names by its path.
struct ProgramFile: ExpressibleByArgument {
    let path: String

    init?(argument: String) {
        guard let path = NamedPath(argument: argument) else { return nil }
        self.path = path.text
    }

    var url: URL { URL(filePath: path) }

    /// Checks that it can be started; else the command ends with 64, and the error says `what` it
    /// is.
    func check(_ what: String) throws(CommandError) {
        var isFolder: ObjCBool = false
        let reason: String? =
            if unsafe !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                "no such file"
            } else if isFolder.boolValue {
                "it is a folder"
            } else if !FileManager.default.isExecutableFile(atPath: path) {
                "it may not be executed"
            } else {
                nil
            }
        if let reason { throw .usage("the \(what) can't be started: \(reason)") }
    }
}
