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
/// Beside each `<name>.bundle` the file `<name>.given` has a line for each one-time prekey that was
/// given out: its id in hex, a space, and when it ends in Unix milliseconds.
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
        _ change: (inout DirectoryStock) throws(ContactError) -> Outcome
    ) throws -> Outcome {
        let folder = try folder
        if offer != nil { try make(folder) }
        let lock = try FolderLock(folder)
        defer { lock.release() }
        let kept = try kept(of: device)
        let empty = try offer.map { try DeviceBundle(device: $0.device, records: []) }
        guard let bundle = kept?.bundle ?? empty else { throw CommandError.noDevices }
        // With one more the folder could not be read any more.
        guard try kept != nil || entries().count < FolderDeviceDirectory.maximumDevices else {
            throw ContactError.tooManyDevices
        }
        let file = folder + "/" + (kept?.name ?? Self.fileName(of: device))
        let givenFile = Self.givenFile(of: file)
        let given = try Self.given(in: givenFile)
        var stock = DirectoryStock(bundle, given: given)
        let outcome = try change(&stock)
        // What was given out first: whoever is stopped here gives nothing twice.
        if stock.given != given {
            let lines = stock.given.map { "\(Hex.encode($0.bytes.span)) \($1.milliseconds)\n" }
            try OutputFile(givenFile, "list of given prekeys")
                .replace(Array(lines.sorted().joined().utf8))
        }
        if stock.bundle != kept?.bundle {
            try OutputFile(file, "bundle").replace(Array((stock.bundle.text + "\n").utf8))
        }
        return outcome
    }

    /// Takes a device out; false where it is not there.
    ///
    /// Which of its prekeys were given out stays known, in case the device is added again.
    func remove(_ device: DeviceIdentity) throws -> Bool {
        let folder = try folder
        guard try kept(of: device) != nil else { return false }
        let lock = try FolderLock(folder)
        defer { lock.release() }
        guard let kept = try kept(of: device) else { return false }
        let file = folder + "/" + kept.name
        // The list goes by the name that a further offer of the device gets.
        let given = Self.givenFile(of: folder + "/" + Self.fileName(of: device))
        if Self.givenFile(of: file) != given, unsafe rename(Self.givenFile(of: file), given) != 0,
            errno != ENOENT
        {
            throw CommandError.directoryUnusable(errno)
        }
        guard unsafe unlink(file) == 0 else { throw CommandError.directoryUnusable(errno) }
        try? POSIXFileSystem().sync(folder: folder)
        return true
    }

    private var folder: String {
        get throws { try directory + "/" + FolderDeviceDirectory.folderName(of: recipient) }
    }

    private func make(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        } catch {
            throw CommandError.directoryUnusable(errno)
        }
        try? POSIXFileSystem().sync(folder: directory)
    }

    /// The file of a device and the bundle in it; nil where none is of the device.
    ///
    /// - Throws: Why its file can't be read, or which of several counts can't be told. A file that
    ///   is written anew without being read would lose what it holds.
    private func kept(of device: DeviceIdentity) throws -> (name: String, bundle: DeviceBundle)? {
        let entries = try entries()
        for entry in entries {
            switch entry.bundle {
            case .success(let bundle) where bundle.device == device: return (entry.name, bundle)
            case .failure(let error)
            where entry.name == Self.fileName(of: device) || error == .repeatedDevice:
                throw CommandError(bundle: error)
            default: continue
            }
        }
        return nil
    }

    private static func fileName(of device: DeviceIdentity) -> String {
        Hex.encode(device.bytes.span) + FolderDeviceDirectory.fileSuffix
    }

    private static func givenFile(of file: String) -> String {
        file.dropLast(FolderDeviceDirectory.fileSuffix.count) + ".given"
    }

    /// The files, and the bundle in each that can be sealed to or why there is none.
    ///
    /// Where one-time prekeys are given out, others may have them: only reusable ones are sealed
    /// to.
    func sealable() throws -> [(name: String, bundle: Result<DeviceBundle, CommandError>)] {
        let folder = try folder
        return try entries().map { entry in
            let gives = FileManager.default
                .fileExists(atPath: Self.givenFile(of: folder + "/" + entry.name))
            let bundle = entry.bundle.mapError(CommandError.init(bundle:))
            return (entry.name, gives ? bundle.flatMap(\.withoutOneTime) : bundle)
        }
    }

    private func entries() throws -> [DirectoryEntry] {
        do throws(ContactError) {
            return try FolderDeviceDirectory(at: directory).devices(of: recipient)
        } catch .store(let error) {
            // It is not our own store that this is about.
            let reason =
                switch error {
                case .empty: "no such folder"
                case .unexpectedKind: "it, or the recipient's folder in it, is no folder"
                default: error.name
                }
            throw CommandError.usage("the directory can't be read: \(reason)")
        }
    }

    private static func given(in file: String) throws(CommandError) -> [PrekeyID: Timestamp] {
        guard FileManager.default.fileExists(atPath: file) else { return [:] }
        let bytes = try InputFile(argument: file).read("list of given prekeys")
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

extension DeviceBundle {
    /// The bundle without its one-time prekeys.
    fileprivate var withoutOneTime: Result<DeviceBundle, CommandError> {
        Result { () throws(WireError) in
            try DeviceBundle(device: device, records: [reusable].compactMap(\.self))
        }
        .mapError { CommandError($0, in: "bundle") }
    }
}

/// What keeps other processes of this command from changing a folder.
private struct FolderLock {
    private let descriptor: Int32

    init(_ folder: String) throws(CommandError) {
        descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 || errno != ENOENT else { throw .noDevices }
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw .directoryUnusable(errno)
        }
    }

    func release() { close(descriptor) }
}

extension CommandError {
    fileprivate static func directoryUnusable(_ code: Int32) -> CommandError {
        .usage("the recipient's folder can't be used: \(SystemReason.words(code))")
    }
}
