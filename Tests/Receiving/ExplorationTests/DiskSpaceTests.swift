// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// The disk of the explorations against the one that the tests of the store use.
struct DiskSpaceTests {
    /// The third is not there at the start.
    private static let folders = ["a", "b", "c"]

    @Test func `600 rounds of random calls get the same answers, and lose no disk`() throws {
        var random = SeededGenerator(seed: 811_202)
        for _ in 0..<600 {
            let pair = try Pair()
            for step in 0..<Int.random(in: 1...9, using: &random) {
                let call = Self.call(step, using: &random)
                let (mine, theirs) = (pair.mine(call), pair.theirs(call))
                #expect(mine == theirs, "\(call)")
            }
            #expect(pair.disksOfTheirs().isSubset(of: pair.disksOfMine()))
            #expect(pair.filesAfterKill() == pair.filesOfMine())
            #expect(pair.disksOfMine(afterKill: true) == pair.disksOfMine())
            for call in pair.syncs() {
                let (mine, theirs) = (pair.mine(call), pair.theirs(call))
                #expect(mine == theirs, "\(call)")
            }
            #expect(pair.disksOfMine().count == 1)
            #expect(pair.disksOfTheirs() == pair.disksOfMine())
        }
    }

    /// A call by names.
    private struct NamedCall {
        let kind: Call.Kind
        let path: String
        var target = ""
    }

    /// Files are made under new names, as the store makes them, and then linked and moved among a
    /// few others; folders come and go.
    private static func call(_ step: Int, using random: inout SeededGenerator) -> NamedCall {
        let made = (0..<step).flatMap { ["a/made\($0)", "tmp/made\($0)"] }
        func file() -> String {
            let fixed = folders.flatMap { folder in (0..<2).map { "\(folder)/\($0)" } } + ["c/0"]
            return (fixed + made).randomElement(using: &random) ?? "a/0"
        }
        let kinds: [Call.Kind] = [
            .create, .create, .create, .read, .status, .names, .syncFile, .syncFolder, .link, .link,
            .rename, .unlink, .unlink, .makeFolder, .removeFolder,
        ]
        switch kinds.randomElement(using: &random) ?? .create {
        case .create:
            let folder = Bool.random(using: &random) ? "a" : "tmp"
            return NamedCall(kind: .create, path: "\(folder)/made\(step)")
        case let kind where [.names, .syncFolder, .makeFolder, .removeFolder].contains(kind):
            return NamedCall(kind: kind, path: folders.randomElement(using: &random) ?? "a")
        case .link: return NamedCall(kind: .link, path: file(), target: file())
        case .rename:
            let (path, target) = (file(), file())
            // POSIX leaves both names where they are one file; the store never asks for that.
            guard path != target else { return NamedCall(kind: .read, path: path) }
            return NamedCall(kind: .rename, path: path, target: target)
        case let kind: return NamedCall(kind: kind, path: file())
        }
    }

    /// Both disks.
    private final class Pair {
        let files = SimulatedFileSystem()
        let world = World()

        init() throws {
            try files.makeFolder("/store")
            for folder in ["a", "b", "tmp"] { try files.makeFolder("/store/\(folder)") }
            try files.sync(folder: "/store")
            try files.sync(folder: "/")
            try world.load(files)
        }

        /// Makes everything durable.
        func syncs() -> [NamedCall] {
            let disk = world.disks.disks[world.disk]
            let files = disk.cells.indices.filter { path in
                if case .file = world.disks.value(path, on: disk) { true } else { false }
            }
            return files.map { NamedCall(kind: .syncFile, path: world.disks.paths[$0]) }
                + (DiskSpaceTests.folders + [""]).map { NamedCall(kind: .syncFolder, path: $0) }
        }

        private func contents(of path: String) -> [UInt8] { Array("what is in \(path)".utf8) }

        func mine(_ call: NamedCall) -> String {
            let disks = world.disks
            let isCreation = call.kind == .create
            let step = Call(
                kind: call.kind,
                path: disks.path(call.path),
                target: call.target.isEmpty ? 0 : disks.path(call.target),
                value: isCreation ? disks.add(contents(of: call.path)) : 0
            )
            let (answer, disk) = disks.apply(step, by: 0, on: world.disk)
            world.disk = disk
            switch answer {
            case .contents(let number): return "\(disks.contents[number])"
            case .names(let number): return "\(disks.listings[number].map { name($0) }.sorted())"
            case .file: return "file"
            case .folder: return "folder"
            default: return "\(answer)"
            }
        }

        private func name(_ path: Int) -> String {
            String(world.disks.paths[path].split(separator: "/").last ?? "")
        }

        func theirs(_ call: NamedCall) -> String {
            let path = "/store/\(call.path)"
            do throws(FileError) {
                switch call.kind {
                case .create:
                    let bytes = contents(of: call.path)
                    try files.create(path, contents: bytes.span)
                case .read: return "\(try files.contents(of: path))"
                case .status: return try files.status(of: path).kind == .file ? "file" : "folder"
                case .names: return "\(try files.names(in: path).sorted())"
                case .syncFile: try files.sync(file: path)
                case .syncFolder: try files.sync(folder: path)
                case .makeFolder: try files.makeFolder(path)
                case .removeFolder: try files.removeFolder(path)
                case .link: try files.link(path, to: "/store/\(call.target)")
                case .rename: try files.rename(path, to: "/store/\(call.target)")
                default: try files.unlink(path)
                }
                return "done"
            } catch {
                switch error {
                case .absent: return "absent"
                case .exists: return "exists"
                case .refused: return "unexpectedKind"
                }
            }
        }

        /// What each name stands for that is no temporary file's.
        func filesOfMine() -> [String: [UInt8]] { files(on: world.disk) }

        func filesAfterKill() -> [String: [UInt8]] { files(on: world.disks.afterKill(world.disk)) }

        func disksOfMine(afterKill: Bool = false) -> Set<[String: [UInt8]]> {
            let disk = afterKill ? world.disks.afterKill(world.disk) : world.disk
            return Set(world.disks.afterPowerLoss(disk).map { files(on: $0) })
        }

        private func files(on number: Int) -> [String: [UInt8]] {
            let disks = world.disks
            var files: [String: [UInt8]] = [:]
            let disk = disks.disks[number]
            for path in disk.cells.indices where disks.parents[path] != disks.temporary {
                guard case .file(let contents, _, _) = disks.value(path, on: disk) else { continue }
                files[disks.paths[path]] = disks.contents[contents]
            }
            return files
        }

        func disksOfTheirs() -> Set<[String: [UInt8]]> {
            let left = files.disk.afterPowerLoss().map { disk in
                let files = SimulatedFileSystem(disk)
                var found: [String: [UInt8]] = [:]
                for folder in DiskSpaceTests.folders {
                    for name in (try? files.names(in: "/store/\(folder)")) ?? [] {
                        let path = "\(folder)/\(name)"
                        found[path] = try? files.contents(of: "/store/\(path)")
                    }
                }
                return found
            }
            return Set(left)
        }
    }
}

extension StoreFileSystem {
    fileprivate func contents(of file: String) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        var span = bytes.mutableSpan
        let count = try read(file, into: &span)
        bytes.removeSubrange(count...)
        return bytes
    }
}
