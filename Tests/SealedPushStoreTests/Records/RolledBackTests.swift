// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushStore

/// A single file that is put back is told, and nobody is accused of it who did not do it.
struct RolledBackTests {
    static let watched: [RecordKind] = [.states, .contacts, .settings]
    let files = SimulatedFileSystem()
    let store: RecordStore

    init() throws {
        store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
    }

    private func path(_ kind: RecordKind) -> String {
        "/store/\(store.path(of: [1], kind: kind).text)"
    }

    private func putBack(_ file: [UInt8], _ kind: RecordKind) throws {
        try? files.unlink(path(kind))
        try files.create(path(kind), contents: file.span)
    }

    @Test(arguments: watched)
    func `a record that was replaced or removed and is put back is told, until it is changed again`(
        kind: RecordKind
    ) throws {
        try store.replace(kind, id: [1], contents: [1].span)
        var past: [[UInt8]] = []
        for number in 2...4 as ClosedRange<UInt8> {
            past.append(try files.read(path(kind), upTo: 4096))
            try store.replace(kind, id: [1], contents: [number].span)
        }
        let last = try files.read(path(kind), upTo: 4096)
        #expect(try store.read(kind, id: [1]) == [4])
        for file in past {
            try putBack(file, kind)
            #expect(throws: StoreError.rolledBack) { try store.read(kind, id: [1]) }
            #expect(try store.list(kind).failures == [.rolledBack])
        }
        try putBack(last, kind)
        #expect(try store.read(kind, id: [1]) == [4])
        try store.remove(kind, id: [1])
        #expect(try store.read(kind, id: [1]) == nil)
        for file in past + [last] {
            try putBack(file, kind)
            #expect(throws: StoreError.rolledBack) { try store.read(kind, id: [1]) }
        }
        try store.replace(kind, id: [1], contents: [5].span)
        #expect(try store.read(kind, id: [1]) == [5])
        try putBack(past[0], kind)
        try store.remove(kind, id: [1])
        _ = try store.create(kind, id: [1], contents: [6].span)
        #expect(try store.read(kind, id: [1]) == [6])
    }

    @Test func `other kinds are not watched, and creating notes nothing`() throws {
        #expect(RecordKind.all.filter(\.isWatched) == [.states, .contacts, .settings])
        for kind in RecordKind.all { _ = try store.create(kind, id: [1], contents: [1].span) }
        try store.replace(.seen, id: [1], contents: [2].span)
        try store.remove(.pins, id: [1])
        #expect(throws: FileError.absent) { try files.status(of: "/store/past") }
        try store.replace(.settings, id: [1], contents: [2].span)
        #expect(try files.names(in: "/store/past").count == 1)
        #expect(try files.status(of: "/store/past").permissions == 0o700)
    }

    @Test func `what is noted of a file has a name that needs the key, and holds nothing`() throws {
        var names: Set<String> = []
        for number in 0..<20 as Range<UInt8> {
            try store.replace(.settings, id: [1], contents: [number].span)
            names.formUnion((try? files.names(in: "/store/past")) ?? [])
        }
        #expect(names.count == 19)
        for name in names {
            #expect(name.utf8.count == 32 && Hex.decode(name) != nil)
            #expect(try files.read("/store/past/\(name)", upTo: 1) == [])
        }
        let file = try files.read(path(.settings), upTo: 4096)
        let place = store.path(of: [1], kind: .settings)
        let key = try files.read("/store/key", upTo: 32)
        let keys = StoreKeys(
            splitting: SecretBytes(copying: key.span),
            storeID: store.sealer.storeID
        )
        let name = keys.withKey(for: .name) { key in
            HMACSHA256.code(key: key) { input in
                input.update(Array("past\0\(place.text)\0".utf8))
                input.update(Array(file.prefix(24)))
            }
        }
        try store.remove(.settings, id: [1])
        let added = Set(try files.names(in: "/store/past")).subtracting(names)
        #expect(added == [Hex.encode(name.span.extracting(first: 16))])
    }

    /// Changes of one record by a writer, in order.
    private static func write(_ store: RecordStore) throws(StoreError) {
        try store.replace(.settings, id: [1], contents: [1].span)
        try store.replace(.settings, id: [1], contents: [2].span)
        try store.remove(.settings, id: [1])
        _ = try store.create(.settings, id: [1], contents: [3].span)
        try store.replace(.settings, id: [1], contents: [4].span)
    }

    @Test func `a writer that is stopped, and a loss of power, accuse nobody`() throws {
        var call = 0
        var isComplete = false
        var seen: Set<[UInt8]?> = []
        while !isComplete {
            let simulated = SimulatedFileSystem(files.disk)
            let faulty = FaultyFileSystem(
                simulated,
                .death,
                at: call + FaultyFileSystem.callsToOpen
            )
            let stopped = try RecordStore.open(at: "/store", key: .folder, files: faulty)
            do throws(StoreError) {
                try Self.write(stopped)
                isComplete = faulty.calls <= call + FaultyFileSystem.callsToOpen
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            for disk in simulated.disk.afterPowerLoss() + [simulated.disk] {
                let store = try SimulatedFileSystem(disk).store()
                seen.insert(try store.read(.settings, id: [1]))
                #expect(try store.list(.settings).failures == [])
                try Self.write(store)
                #expect(try store.read(.settings, id: [1]) == [4])
            }
            call += 1
        }
        #expect(seen == [nil, [1], [2], [3], [4]])
    }

    @Test func `a reader and a writer that others overtake at any point accuse nobody`() throws {
        var call = 0
        var isComplete = false
        while !isComplete {
            let files = SimulatedFileSystem(files.disk)
            let fast = try files.store()
            try Self.write(fast)
            let faulty = FaultyFileSystem(
                files,
                .meanwhile {
                    do {
                        try Self.write(fast)
                        _ = try fast.read(.settings, id: [1])
                    } catch {
                        Issue.record(error)
                    }
                },
                at: call + FaultyFileSystem.callsToOpen
            )
            let slow = try RecordStore.open(at: "/store", key: .folder, files: faulty)
            let first = try slow.read(.settings, id: [1])
            #expect([nil, [1], [2], [3], [4]].contains(first))
            #expect(try slow.list(.settings).failures == [])
            try Self.write(slow)
            let last = try fast.read(.settings, id: [1])
            #expect([[3], [4]].contains(last))
            try fast.replace(.settings, id: [1], contents: [5].span)
            let end = try slow.read(.settings, id: [1])
            #expect([[4], [5]].contains(end))
            isComplete = faulty.calls <= call + FaultyFileSystem.callsToOpen
            call += 1
        }
        #expect(call > 30)
    }

    @Test func `four writers and four readers at once accuse nobody`() throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.create(at: folder.store, key: .folder)
        let failures = Mutex<[StoreError]>([])
        let group = DispatchGroup()
        for number in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                var random = SeededGenerator(seed: UInt64(number))
                for _ in 0..<200 {
                    do throws(StoreError) {
                        switch number < 4 ? Int.random(in: 0..<4, using: &random) : 4 {
                        case 0: try store.remove(.settings, id: [1])
                        case 1: _ = try store.create(.settings, id: [1], contents: [7].span)
                        case 2, 3: try store.replace(.settings, id: [1], contents: [8].span)
                        default: _ = try store.read(.settings, id: [1])
                        }
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
                group.leave()
            }
        }
        group.wait()
        #expect(failures.withLock { $0 } == [])
        _ = try store.read(.settings, id: [1])
    }
}
