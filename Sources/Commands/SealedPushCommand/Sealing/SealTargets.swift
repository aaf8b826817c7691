// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushStore

/// Which devices `sealedpush seal` seals to, and whose they are.
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
    var directory: NamedPath?

    @Option(
        help: ArgumentHelp(
            "Whom the devices belong to: remembered, and a new one of theirs is refused.",
            valueName: "who"
        )
    )
    var recipient: String?

    @Flag(help: "Keep no list of devices: a new one of theirs is sealed to without a question.")
    var untracked = false

    /// Whether there is one device by how it is asked for, and the payload alone is printed.
    var isOne: Bool { directory == nil && to.count == 1 }

    func validate() throws {
        guard to.isEmpty != (directory == nil) else {
            throw ValidationError("either --to names a bundle, or --directory a folder of them")
        }
        guard directory == nil || recipient != nil else {
            throw ValidationError("--directory needs a --recipient")
        }
        // S-8 row 1
        guard untracked == (recipient == nil) else {
            throw ValidationError(
                "either --recipient says whose device it is, or --untracked that no list is kept"
            )
        }
        try RecipientName.check(recipient)
        guard to.count(where: \.isStandardInput) <= 1 else {
            throw ValidationError("two bundles can't both come from standard input")
        }
    }

    /// What is to be a device, or why it is none.
    struct Target {
        /// The file that names it.
        let file: String
        let bundle: Result<DeviceBundle, CommandError>
        fileprivate let recipient: Recipient
        fileprivate let retirement: DeviceIdentity.Retirement?

        /// The device, for an app.
        func device(_ topic: Topic) throws(CommandError) -> SealingTarget {
            SealingTarget(
                try bundle.get(),
                recipient: recipient,
                topic: topic,
                retirement: retirement
            )
        }
    }

    /// The devices, in the order of the options or of the files' names, no one twice.
    ///
    /// A file that is no device, or a published test identity, says nothing about the others.
    func read(_ testKeys: TestKeyOptions) throws -> [Target] {
        let files = try files()
        guard !files.isEmpty else {
            throw CommandError.noDevices
        }
        let devices = files.compactMap { try? $0.bundle.get().device }
        guard Set(devices).count == devices.count else { throw DirectoryError.repeatedDevice }
        let owner = recipient.map(Recipient.named) ?? .untracked
        return files.map { file in
            let bundle = file.bundle.flatMap { bundle -> Result<DeviceBundle, CommandError> in
                Result { () throws(CommandError) in
                    try testKeys.check(bundle.device.bytes)
                    return bundle
                }
            }
            return Target(
                file: file.name,
                bundle: bundle,
                recipient: owner,
                retirement: file.retirement
            )
        }
    }

    /// The memory of a sender, by which a folder notes which of its one-time prekeys are used.
    func memory(_ store: StoredSenderMemory, of targets: [Target]) -> any SenderMemory {
        guard let directory, let recipient else { return store }
        let names = targets.compactMap { target in
            (try? target.bundle.get()).map { ($0.device, target.file) }
        }
        return DirectoryMemory(
            store,
            DirectoryFolder(at: directory.text, of: recipient),
            names: Dictionary(names) { first, _ in first }
        )
    }

    /// A file, the bundle in it or why there is none, and the retirement beside it.
    typealias File = (
        name: String, bundle: Result<DeviceBundle, CommandError>,
        retirement: DeviceIdentity.Retirement?
    )

    private func files() throws -> [File] {
        if let directory, let recipient {
            return try DirectoryFolder(at: directory.text, of: recipient).sealable()
        }
        return to.map { file in
            (file.path, Result { () throws(CommandError) in try bundle(in: file) }, nil)
        }
    }

    private func bundle(in file: InputFile) throws(CommandError) -> DeviceBundle {
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try file.read("bundle")
        } catch  where isOne || error.status != .usage {
            throw error
        } catch {
            // Of several it is an outcome like any other.
            throw CommandError(.usage, name: "unreadable", error.message, hint: error.hint)
        }
        do throws(WireError) {
            return try DeviceBundle(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(error, in: "bundle")
        }
    }
}

extension CommandError {
    /// A directory has nothing of a recipient.
    static var noDevices: CommandError {
        CommandError(
            .notSealed,
            name: "noDevices",
            "the directory has no device of the recipient",
            hint: "'sealedpush directory add' puts a device's bundle there"
        )
    }
}
