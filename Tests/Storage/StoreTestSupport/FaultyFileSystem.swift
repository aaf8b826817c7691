// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore
import Synchronization

/// A call of a file system.
package struct FileCall: Hashable, Sendable {
    /// The function that is called.
    package enum Kind: Hashable, Sendable {
        case status, names, read, create, append, syncFile, syncFolder, link, rename, unlink
        case makeFolder, removeFolder

        /// Whether the call changes nothing and makes nothing durable.
        package var isReading: Bool { [.status, .names, .read].contains(self) }
    }

    /// The function.
    package let kind: Kind
    /// The file or folder; of a link and a rename, the new name.
    package let path: String

    /// A call of this function.
    package init(_ kind: Kind, _ path: String) {
        self.kind = kind
        self.path = path
    }
}

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
        /// Every call is chosen: each is looked at before it is made, and may fail.
        case look(@Sendable (FileCall) throws(FileError) -> Void)
        /// Before the first call of which the first function says so, whatever its number, another
        /// process does something.
        case once(@Sendable (FileCall) -> Bool, @Sendable () -> Void)
    }

    /// The reason that a failing call has; no system has this number.
    package static let reason = StoreError.inputOutput(code: 99_999)
    /// What it throws.
    package static let error = FileError.refused(reason)

    private let files: any StoreFileSystem
    private let fault: Fault?
    private let call: Int
    private let countsReading: Bool
    private let listed: @Sendable (_ folder: String, _ names: [String]) -> [String]
    private let made: Mutex<[FileCall]?>
    private let hasHappened = Mutex(false)

    /// Fails at the call with the number `call`, counted from 0, or from when it is armed.
    ///
    /// Where reading does not count, calls that change nothing have no number: what a process
    /// leaves that dies at one of them, it leaves at the next that changes something, too. `listed`
    /// may change what a listing shows.
    package init(
        _ files: any StoreFileSystem = POSIXFileSystem(),
        _ fault: Fault? = nil,
        at call: Int = 0,
        isArmed: Bool = true,
        countsReading: Bool = true,
        listed: @escaping @Sendable (_ folder: String, _ names: [String]) -> [String] = { $1 }
    ) {
        self.files = files
        self.fault = fault
        self.call = call
        self.countsReading = countsReading
        self.listed = listed
        made = Mutex(isArmed ? [] : nil)
    }

    /// A failing disk: calls of one function on one file fail.
    package static func stuck(
        _ files: any StoreFileSystem,
        _ kind: FileCall.Kind,
        of file: String
    ) -> FaultyFileSystem {
        FaultyFileSystem(
            files,
            .look { call throws(FileError) in
                if call == FileCall(kind, file) { throw .refused(.inputOutput(code: 5)) }
            }
        )
    }

    /// Counts from here, as what is beneath does; what was called before was let through.
    package func arm() {
        made.withLock { $0 = [] }
        (files as? FaultyFileSystem)?.arm()
    }

    /// Lets everything through from here, as what is beneath does, and counts no more.
    package func disarm() {
        made.withLock { $0 = nil }
        (files as? FaultyFileSystem)?.disarm()
    }

    /// How many calls were made.
    package var calls: Int { log.count }

    /// The functions that were called.
    package var history: [FileCall.Kind] { log.map(\.kind) }

    /// The calls that were made.
    package var log: [FileCall] { made.withLock { $0 ?? [] } }

    private func count(_ kind: FileCall.Kind, _ path: String) throws(FileError) {
        let made = FileCall(kind, path)
        guard countsReading || !kind.isReading else {
            if case .death = fault, calls > call { throw Self.error }
            return
        }
        let number = self.made.withLock { log in
            log?.append(made)
            return log.map { $0.count - 1 }
        }
        guard let number else { return }
        switch fault {
        case .death where number >= call: throw Self.error
        case .failure where number == call: throw Self.error
        case .meanwhile(let change) where number == call: change()
        case .cutShort(let change) where number == call: change()
        case .refusal(let system) where system.isMet(by: kind, number: number, chosen: call):
            throw system.error
        case .look(let look): try look(made)
        case .once(let isMeant, let change):
            guard isMeant(made) else { return }
            let isFirst = hasHappened.withLock { hasHappened in
                defer { hasHappened = true }
                return !hasHappened
            }
            if isFirst { change() }
        default: break
        }
    }

    /// Writes the first half of a file, as a call does that is stopped in the middle or fills the
    /// disk.
    private func writeHalf(_ file: String, _ contents: Span<UInt8>) {
        try? files.create(file, contents: contents.extracting(first: contents.count / 2))
    }

    package func status(of path: String) throws(FileError) -> FileStatus {
        try count(.status, path)
        return try files.status(of: path)
    }

    package func names(in folder: String) throws(FileError) -> [String] {
        try count(.names, folder)
        return listed(folder, try files.names(in: folder))
    }

    package func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int
    {
        try count(.read, file)
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
        try count(.create, file)
        try files.create(file, contents: contents)
    }

    package func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try count(.append, file)
        try files.append(contents, to: file)
    }

    package func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        try count(.read, file)
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
        try count(.syncFile, file)
        try files.sync(file: file)
    }

    package func sync(folder: String) throws(FileError) {
        try count(.syncFolder, folder)
        try files.sync(folder: folder)
    }

    package func link(_ file: String, to name: String) throws(FileError) {
        try count(.link, name)
        try files.link(file, to: name)
    }

    package func rename(_ path: String, to name: String) throws(FileError) {
        try count(.rename, name)
        try files.rename(path, to: name)
    }

    package func unlink(_ file: String) throws(FileError) {
        try count(.unlink, file)
        try files.unlink(file)
    }

    package func makeFolder(_ folder: String) throws(FileError) {
        try count(.makeFolder, folder)
        try files.makeFolder(folder)
    }

    package func removeFolder(_ folder: String) throws(FileError) {
        try count(.removeFolder, folder)
        try files.removeFolder(folder)
    }

    package func excludeFromBackups(_ folder: String) {
        guard (try? count(.status, folder)) != nil else { return }
        files.excludeFromBackups(folder)
    }
}
