// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushSender
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
/// Beside each bundle stands what was given out of it: ``GivenPrekeys``.
struct DirectoryFolder {
    private typealias Kept = (name: String, bundle: DeviceBundle, isRetired: Bool)

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
        _ change: (inout DirectoryStock) throws(DirectoryError) -> Outcome
    ) throws -> Outcome {
        let folder = try folder
        if offer != nil { try make(folder) }
        let lock = try FolderLock(folder)
        defer { lock.release() }
        OutputFile.removePartial(in: folder)
        let kept = try kept(of: device)
        guard offer != nil || kept?.isRetired != true else {
            throw CommandError(SealingError.deviceRetired)
        }
        let empty = try offer.map { try DeviceBundle(device: $0.device, records: []) }
        guard let bundle = kept?.bundle ?? empty else { throw CommandError.noDevices }
        // With one more the folder could not be read any more.
        guard try kept != nil || entries().count < FolderDeviceDirectory.maximumDevices else {
            throw DirectoryError.tooManyDevices
        }
        let file = folder + "/" + (kept?.name ?? Self.fileName(of: device))
        let list = GivenPrekeys(of: file)
        let given = try list.read()
        var stock = DirectoryStock(bundle, given: given)
        let outcome = try change(&stock)
        // What was given out comes first: a process that is stopped here gives nothing twice.
        if stock.given != given { try list.write(stock.given) }
        if stock.bundle != kept?.bundle {
            try OutputFile(file, "bundle").replace(Array((stock.bundle.text + "\n").utf8))
        }
        return outcome
    }

    /// Takes a device out.
    ///
    /// Which of its prekeys were given out stays known, and its retirement, in case the device is
    /// added again.
    func remove(_ device: DeviceIdentity) throws {
        try withFile(of: device) { file in
            let folder = try folder
            // These go by the name that a further offer of the device gets.
            let next = folder + "/" + Self.fileName(of: device)
            let pairs = [
                { GivenPrekeys(of: $0).mark }, { GivenPrekeys(of: $0).path },
                Self.retirement(beside:),
            ]
            .map { path in (old: path(file), new: path(next)) }
            .filter { old, new in old != new && FileManager.default.fileExists(atPath: old) }
            // Until the bundle is gone both stand beside it: it may be sealed to, or claimed.
            for (old, new) in pairs {
                guard unsafe unlink(new) == 0 || errno == ENOENT, unsafe link(old, new) == 0 else {
                    throw CommandError.directoryNotWritten(errno)
                }
            }
            try? POSIXFileSystem().sync(folder: folder)
            guard unsafe unlink(file) == 0 else { throw CommandError.directoryNotWritten(errno) }
            for (old, _) in pairs { _ = unsafe unlink(old) }
            try? POSIXFileSystem().sync(folder: folder)
        }
    }

    /// Keeps the retirement of a device beside its bundle, where senders find it.
    func retire(_ retirement: DeviceIdentity.Retirement) throws {
        try withFile(of: retirement.device) { file in
            try OutputFile(Self.retirement(beside: file), "retirement")
                .replace(Array((retirement.text + "\n").utf8))
        }
    }

    private static func retirement(beside file: String) -> String {
        file.dropLast(FolderDeviceDirectory.fileSuffix.count)
            + FolderDeviceDirectory.retirementSuffix
    }

    /// Does something with the file of a device, while no other process changes the folder.
    private func withFile(of device: DeviceIdentity, _ body: (String) throws -> Void) throws {
        let folder = try folder
        // A folder that is not there is not locked, and none is made.
        guard try kept(of: device) != nil else { throw CommandError.noDevices }
        let lock = try FolderLock(folder)
        defer { lock.release() }
        guard let kept = try kept(of: device) else { throw CommandError.noDevices }
        try body(folder + "/" + kept.name)
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
            throw CommandError.directoryNotWritten(errno)
        }
        try? POSIXFileSystem().sync(folder: directory)
    }

    /// The file of a device and the bundle in it; nil where none is of the device.
    ///
    /// - Throws: Why its file can't be read, or which of several counts can't be told. A file that
    ///   is written anew without being read would lose what it holds.
    private func kept(of device: DeviceIdentity) throws -> Kept? {
        let entries = try entries()
        for entry in entries {
            switch entry.bundle {
            case .success(let bundle) where bundle.device == device:
                return (entry.name, bundle, entry.retirement != nil)
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

    /// The files, and the bundle in each or why there is none; without the one-time prekeys that
    /// were given out.
    func sealable() throws -> [SealTargets.File] {
        let folder = try folder
        return try entries().map { entry in
            let bundle = entry.bundle.mapError(CommandError.init(bundle:))
            // A list that can't be read is told where the use of a prekey is to be noted in it.
            let given = (try? GivenPrekeys(of: folder + "/" + entry.name).read()) ?? [:]
            return (entry.name, bundle.flatMap { $0.without(given) }, entry.retirement)
        }
    }

    /// Notes that a one-time prekey of the bundle `name` is given out; false if it was before, or
    /// the bundle was taken out meanwhile.
    func take(_ record: PrekeyRecord, from name: String) throws -> Bool {
        let file = try folder + "/" + name
        let lock = try FolderLock(folder)
        defer { lock.release() }
        guard FileManager.default.fileExists(atPath: file) else { return false }
        let list = GivenPrekeys(of: file)
        var given = try list.read()
        guard given.updateValue(record.terms.notAfter, forKey: record.id) == nil else {
            return false
        }
        try list.write(given)
        return true
    }

    private func entries() throws -> [DirectoryEntry] {
        do throws(DirectoryError) {
            return try FolderDeviceDirectory(at: directory).devices(of: recipient)
        } catch .store(let error) {
            // It is not our own store that this is about.
            let reason =
                switch error {
                case .empty: "no such folder"
                case .unexpectedKind: "it, or the recipient's folder in it, is no folder"
                default: error.reason
                }
            throw CommandError.usage("the directory can't be read: \(reason)")
        }
    }
}

extension DeviceBundle {
    /// The bundle without the prekeys that were given out.
    fileprivate func without(
        _ given: [PrekeyRecord.ID: Timestamp]
    ) -> Result<DeviceBundle, CommandError> {
        Result { () throws(WireError) in
            try DeviceBundle(device: device, records: records.filter { given[$0.id] == nil })
        }
        .mapError { CommandError($0, in: "bundle") }
    }
}
