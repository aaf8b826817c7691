// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a recipient in a directory, changed by one process at a time.
///
/// Beside each `<name>.bundle` the file `<name>.given` has a line for each one-time prekey that was given
/// out: its id in hex, a space, and when it ends in Unix milliseconds.
struct DirectoryFolder {
    private let directory: String
    private let recipient: String

    init(at directory: String, of recipient: String) {
        (self.directory, self.recipient) = (directory, recipient)
    }

    /// The recipient's device where it has one; else who is meant has to be said.
    func onlyDevice() throws -> DeviceIdentity {
        let devices = try entries().map { entry in
            try entry.bundle.mapError(CommandError.init(bundle:)).get().device
        }
        guard let device = devices.first else { throw CommandError.noDevices }
        guard devices.count == 1 else {
            throw CommandError.usage(
                "the recipient has \(devices.count) devices",
                hint: "--device says which"
            )
        }
        return device
    }

    /// Changes what is kept of a device, and keeps it before it returns.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - offer: What to begin with where nothing is kept of it; without it that is an error.
    ///   - change: Changes it.
    /// - Returns: What `change` gave.
    /// - Throws: What `change` throws, and a `CommandError` where the folder can't be used.
    func change<Outcome>(
        _ device: DeviceIdentity,
        orMake offer: DeviceBundle? = nil,
        _ change: (inout DirectoryShelf) throws(ContactError) -> Outcome
    ) throws -> Outcome {
        let folder = try directory + "/" + FolderDeviceDirectory.folderName(of: recipient)
        if offer != nil {
            try? FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        }
        let lock = try FolderLock(folder)
        defer { lock.release() }
        let kept = try entries().first { (try? $0.bundle.get().device) == device }
        let name = kept?.name ?? Hex.encode(device.bytes.span) + FolderDeviceDirectory.fileSuffix
        let file = folder + "/" + name
        let givenFile = file.dropLast(FolderDeviceDirectory.fileSuffix.count) + ".given"
        let given = try Self.given(in: String(givenFile))
        let empty = try offer.map { try DeviceBundle(device: $0.device, records: []) }
        guard let bundle = try kept?.bundle.get() ?? empty else { throw CommandError.noDevices }
        var shelf = DirectoryShelf(bundle, given: given)
        let outcome = try change(&shelf)
        // What was given out first: whoever is stopped here gives nothing twice.
        if shelf.given != given {
            let lines = shelf.given.map { "\(Hex.encode($0.bytes.span)) \($1.milliseconds)\n" }
            try OutputFile(String(givenFile), "list of given prekeys")
                .replace(Array(lines.sorted().joined().utf8))
        }
        if shelf.bundle != kept.flatMap({ try? $0.bundle.get() }) {
            try OutputFile(file, "bundle").replace(Array((shelf.bundle.text + "\n").utf8))
        }
        return outcome
    }

    private func entries() throws -> [DirectoryEntry] {
        try SealTargets.entries(of: recipient, in: directory)
    }

    private static func given(in file: String) throws(CommandError) -> [PrekeyID: Timestamp] {
        guard FileManager.default.fileExists(atPath: file) else { return [:] }
        let bytes = try InputFile(argument: file)
            .read("list of given prekeys")
        var given: [PrekeyID: Timestamp] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, let id = Hex.decode(String(words[0])),
                id.count == PrekeyID.count, let end = UInt64(words[1]).flatMap(Timestamp.init)
            else {
                throw CommandError(
                    .notAuthentic,
                    name: "damaged",
                    "the list of given prekeys is damaged",
                    hint: "remove it with the bundle beside it, and let the device offer anew after"
                        + " 'sealedpush device maintain --revoke'"
                )
            }
            given[PrekeyID(id)] = end
        }
        return given
    }
}

/// What keeps other processes of this command from changing a folder.
private struct FolderLock {
    private let descriptor: Int32

    init(_ folder: String) throws(CommandError) {
        descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw .usage("the recipient's folder can't be used: \(SystemReason.words(errno))")
        }
    }

    func release() { close(descriptor) }
}
