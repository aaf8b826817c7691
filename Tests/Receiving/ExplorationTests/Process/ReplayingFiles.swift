// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import Synchronization

/// The files of all processes of an exploration, of which one runs at a time.
///
/// While none runs, the store can be opened: what is only read before a process starts is no step
/// of it.
final class ReplayingFiles: StoreFileSystem {
    /// Where the store is.
    static let store = "/store"

    let world = Mutex(World())

    /// How long ago the disk's clock began, in seconds since 1970.
    static let epoch: Int64 = 1_800_000_000

    // MARK: - Steps that are no calls

    func handOver(_ handing: Handing) {
        let number = world.withLock { $0.histories.handings.number(of: handing) }
        _ = answer { _, _ in Call(kind: .handOver, value: number) }
    }

    func pause() {
        _ = answer { _, _ in Call(kind: .pause) }
    }

    func hourPasses() {
        _ = answer { _, _ in Call(kind: .hourPasses) }
    }

    func onExpire(_ body: @escaping @Sendable () -> Void) {
        world.withLock { $0.run?.expire = body }
    }

    // MARK: - Runs

    /// Runs a program: gives it these answers again, then lets it go on alone on a disk.
    func run(
        _ program: Program,
        number: Int,
        slot: Int,
        repeating answers: [Int],
        then disk: Int
    ) async {
        world.withLock { world in
            let root = world.histories.roots[number]
            world.run = Run(of: root, in: slot, repeating: answers, then: disk)
        }
        await program.body(Process(files: self))
        _ = answer { _, _ in Call(kind: .end) }
        world.withLock { $0.run = nil }
    }

    private func answer(
        contents: [UInt8]? = nil,
        _ call: (inout Run, DiskSpace) -> Call
    ) -> Answer {
        while true {
            let (answer, expire) = world.withLock { world -> (Answer, (@Sendable () -> Void)?) in
                guard var run = world.run else {
                    var outside = Run(of: 0, in: 0, repeating: [], then: world.disk)
                    let call = call(&outside, world.disks)
                    return (world.disks.apply(call, by: 0, on: world.disk).0, nil)
                }
                let step = call(&run, world.disks)
                let answer = run.answer(step, contents: contents, in: world)
                world.run = run
                return (answer, run.expire)
            }
            guard answer == .expire else { return answer }
            expire?()
        }
    }

    private func call(
        _ kind: Call.Kind,
        _ path: String,
        to target: String? = nil
    ) throws(FileError) -> Answer {
        try Self.check(
            answer { run, disks in
                let target = target.map { run.ref(Self.relative($0), in: disks) } ?? 0
                return Call(
                    kind: kind,
                    path: run.ref(Self.relative(path), in: disks),
                    target: target
                )
            }
        )
    }

    private static func check(_ answer: Answer) throws(FileError) -> Answer {
        switch answer {
        case .absent: throw .absent
        case .exists: throw .exists
        case .unexpectedKind: throw .refused(.unexpectedKind)
        default: return answer
        }
    }

    private static func relative(_ path: String) -> String {
        String(path.dropFirst(store.count).drop { $0 == "/" })
    }

    // MARK: - Calls

    func status(of path: String) throws(FileError) -> FileStatus {
        let (kind, size, hour): (FileStatus.Kind, Int, Int) =
            switch try call(.status, path) {
            case .folder(let hour): (.folder, 0, hour)
            case .file(let size, let hour): (.file, size, hour)
            default: (.other, 0, 0)
            }
        return FileStatus(
            kind: kind,
            isOurs: true,
            permissions: kind == .folder ? 0o700 : 0o600,
            size: size,
            modified: Self.epoch + Int64(hour) * 3600
        )
    }

    func names(in folder: String) throws(FileError) -> [String] {
        guard case .names(let listing) = try call(.names, folder) else { return [] }
        return world.withLock { world in
            let run = world.run ?? Run(of: 0, in: 0, repeating: [], then: 0)
            return world.disks.listings[listing].map { run.name($0, in: world.disks) }
        }
    }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        guard case .contents(let number) = try call(.read, file) else { return 0 }
        let contents = world.withLock { $0.disks.contents[number] }
        let count = min(contents.count, bytes.count)
        for index in 0..<count { bytes[index] = contents[index] }
        return count
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        try write(.create, file, contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try write(.append, file, contents)
    }

    private func write(
        _ kind: Call.Kind,
        _ file: String,
        _ contents: Span<UInt8>
    ) throws(FileError) {
        let bytes = contents.indices.map { contents[$0] }
        _ = try Self.check(
            answer(contents: bytes) { run, disks in
                Call(kind: kind, path: run.ref(Self.relative(file), in: disks))
            }
        )
    }

    func sync(file: String) throws(FileError) { _ = try call(.syncFile, file) }

    func sync(folder: String) throws(FileError) { _ = try call(.syncFolder, folder) }

    func link(_ file: String, to name: String) throws(FileError) {
        _ = try call(.link, file, to: name)
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        _ = try call(.rename, path, to: name)
    }

    func unlink(_ file: String) throws(FileError) { _ = try call(.unlink, file) }

    func makeFolder(_ folder: String) throws(FileError) { _ = try call(.makeFolder, folder) }

    func removeFolder(_ folder: String) throws(FileError) { _ = try call(.removeFolder, folder) }

    func excludeFromBackups(_ folder: String) {}
}
