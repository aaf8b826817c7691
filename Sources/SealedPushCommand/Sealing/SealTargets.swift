// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import SealedPushContacts
import SealedPushSender
import SealedPushStore

/// Which devices `sealedpush seal` seals to.
struct SealTargets: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A device's bundle, or - for standard input. For several devices several times.",
            valueName: "file"
        )
    )
    var to: [InputFile] = []

    @Option(
        help: ArgumentHelp(
            "A folder of bundles, <dir>/<code>/*.bundle: all devices of the --recipient.",
            valueName: "dir"
        )
    )
    var directory: String?

    /// Whether there is one device by how it is asked for, and the payload alone is printed.
    var isOne: Bool { directory == nil && to.count == 1 }

    func validate(recipient: String?) throws {
        guard to.isEmpty != (directory == nil) else {
            throw ValidationError("either --to names a bundle, or --directory a folder of them")
        }
        guard directory == nil || recipient != nil else {
            throw ValidationError("--directory needs a --recipient")
        }
        guard to.count(where: \.isStandardInput) <= 1 else {
            throw ValidationError("two bundles can't both come from standard input")
        }
    }

    /// What is to be a device, or why it is none.
    struct Target {
        /// The file that names it.
        let file: String
        let device: Result<SealingTarget, CommandError>
    }

    /// The devices, in the order of the options or of the files' names, no one twice.
    func read(recipient: String?, _ testKeys: TestKeyOptions) throws -> [Target] {
        let files = try files(of: recipient)
        guard !files.isEmpty else {
            throw CommandError(
                .notSealed,
                name: "noDevices",
                "the directory has no device of the recipient",
                hint: "a device's bundle goes into <dir>/<code>/, in a file that ends in .bundle"
            )
        }
        let bundles = files.compactMap { try? $0.bundle.get() }
        guard Set(bundles.map(\.device)).count == bundles.count else {
            throw ContactError.repeatedDevice
        }
        for bundle in bundles { try testKeys.check(bundle.device.bytes, .notSealed) }
        return files.map { file in
            let device = file.bundle.map { SealingTarget($0, recipient: recipient) }
            return Target(file: file.name, device: device.mapError(CommandError.init(bundle:)))
        }
    }

    private func files(of recipient: String?) throws -> [DirectoryEntry] {
        if let directory, let recipient {
            do throws(ContactError) {
                return try FolderDeviceDirectory(at: directory).devices(of: recipient)
            } catch .store(.empty) {
                throw CommandError.usage("the directory can't be read: no such folder")
            }
        }
        return try to.map { file in
            let bytes = try file.read("bundle", tooLarge: .notSealed)
            let bundle: Result<DeviceBundle, ContactError>
            do throws(WireError) {
                bundle = .success(try DeviceBundle(text: String(decoding: bytes, as: UTF8.self)))
            } catch {
                bundle = .failure(.bundleRefused(error))
            }
            return DirectoryEntry(name: file.path, bundle: bundle)
        }
    }
}
