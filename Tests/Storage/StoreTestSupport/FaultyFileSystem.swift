// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore
import Synchronization

/// A file system that counts its calls, and at a chosen one fails or lets others go first.
package final class FaultyFileSystem: BackupFileSystem {
    /// What happens at the chosen call.
    package enum Fault: Sendable {
        /// It and all later ones fail: the process is as good as dead.
        case death
        /// It alone fails: the disk is full, say.
        case failure
        /// Before it is made, another process does something.
        case meanwhile(@Sendable () -> Void)
        /// It fails with an error number of the system, and with it all later ones that can meet
        /// that number; what it was to write is half written.
        case refusal(SystemFault)
        /// It is not made, or half made where it is to write a file; then something happens.
        case cutShort(@Sendable () -> Void)
    }

    /// What a failing call throws; no system has this number.
    package static let error = FileError.refused(.inputOutput(code: 99_999))

    /// How many calls opening a store makes, on any file system.
    package static let callsToOpen: Int = {
        let files = SimulatedFileSystem()
        let counting = FaultyFileSystem(files, .death, at: .max)
        _ = try? StoreDraft(at: "/store", key: .folder, files: files).commit()
        _ = try? RecordStore.open(at: "/store", key: .folder, files: counting)
        return counting.calls
    }()

    private let files: any StoreFileSystem
    private let fault: Fault
    private let call: Int
    private let countsReading: Bool
    private let made: Mutex<[SystemFault.Call]?>

    /// Fails at the call with the number `call`, counted from 0, or from when it is armed.
    ///
    /// Where reading does not count, calls that change nothing have no number: what a process
    /// leaves that dies at one of them, it leaves at the next that changes something, too.
    package init(
        _ files: any StoreFileSystem,
        _ fault: Fault,
        at call: Int,
        isArmed: Bool = true,
        countsReading: Bool = true
    ) {
        self.files = files
        self.fault = fault
        self.call = call
        self.countsReading = countsReading
        made = Mutex(isArmed ? [] : nil)
    }

    /// Counts from here; what was called before was let through.
    package func arm() {
        made.withLock { $0 = [] }
    }

    /// Lets everything through from here, and counts no more.
    package func disarm() {
        made.withLock { $0 = nil }
    }

    /// How many calls were made.
    package var calls: Int { history.count }

    /// The calls that were made.
    package var history: [SystemFault.Call] { made.withLock { $0 ?? [] } }

    private func count(_ kind: SystemFault.Call) throws(FileError) {
        guard countsReading || ![.status, .names, .read].contains(kind) else {
            if case .death = fault, calls > call { throw Self.error }
            return
        }
        let number = made.withLock { made in
            made?.append(kind)
            return made.map { $0.count - 1 }
        }
        guard let number else { return }
        switch fault {
        case .death where number >= call: throw Self.error
        case .failure where number == call: throw Self.error
        case .meanwhile(let change) where number == call: change()
        case .cutShort(let change) where number == call: change()
        case .refusal(let system) where system.isMet(by: kind, number: number, chosen: call):
            throw system.error
        default: break
        }
    }

    /// Writes the first half of a file, as a call does that is stopped in the middle or fills the
    /// disk.
    private func writeHalf(_ file: String, _ contents: Span<UInt8>) {
        try? files.create(file, contents: contents.extracting(first: contents.count / 2))
    }

    package func status(of path: String) throws(FileError) -> FileStatus {
        try count(.status)
        return try files.status(of: path)
    }

    package func names(in folder: String) throws(FileError) -> [String] {
        try count(.names)
        return try files.names(in: folder)
    }

    package func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int
    {
        try count(.read)
        return try files.read(file, into: &bytes)
    }

    package func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        let next = made.withLock { $0?.count }
        switch fault {
        case .cutShort where next == call: writeHalf(file, contents)
        case .refusal(let system)
        where next.map { system.isMet(by: .create, number: $0, chosen: call) } ?? false
            && system.leavesHalf:
            writeHalf(file, contents)
        default: break
        }
        try count(.create)
        try files.create(file, contents: contents)
    }

    package func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try count(.append)
        try files.append(contents, to: file)
    }

    package func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        try count(.read)
        return try backupFiles.read(file, from: offset, into: &bytes)
    }

    /// What is beneath, where it is made for backups as well.
    private var backupFiles: any BackupFileSystem {
        guard let files = files as? any BackupFileSystem else {
            preconditionFailure("a test of backups needs a file system for them")
        }
        return files
    }

    package func sync(file: String) throws(FileError) {
        try count(.syncFile)
        try files.sync(file: file)
    }

    package func sync(folder: String) throws(FileError) {
        try count(.syncFolder)
        try files.sync(folder: folder)
    }

    package func link(_ file: String, to name: String) throws(FileError) {
        try count(.link)
        try files.link(file, to: name)
    }

    package func rename(_ path: String, to name: String) throws(FileError) {
        try count(.rename)
        try files.rename(path, to: name)
    }

    package func unlink(_ file: String) throws(FileError) {
        try count(.unlink)
        try files.unlink(file)
    }

    package func makeFolder(_ folder: String) throws(FileError) {
        try count(.makeFolder)
        try files.makeFolder(folder)
    }

    package func removeFolder(_ folder: String) throws(FileError) {
        try count(.removeFolder)
        try files.removeFolder(folder)
    }

    package func excludeFromBackups(_ folder: String) {
        guard (try? count(.status)) != nil else { return }
        files.excludeFromBackups(folder)
    }
}
