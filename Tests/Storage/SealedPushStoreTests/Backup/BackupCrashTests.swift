// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Testing

@testable import SealedPushStore

/// Backups and restores that are stopped, or fail, at each of their calls.
struct BackupCrashTests {
    let place: BackupPlace

    init() throws {
        place = try BackupPlace()
        for number in 0..<3 as Range<UInt8> {
            let contents = [UInt8](repeating: number, count: 40_000)
            _ = try place.store.create(.statements, id: [number], contents: contents.span)
        }
    }

    @Test func `a backup whose writing fails is removed, and the next one succeeds`() throws {
        var call = 0
        var isComplete = false
        while !isComplete {
            let files = SimulatedFileSystem(place.files.disk)
            let faulty = FaultyFileSystem(files, .failure, at: call)
            do throws(BackupError) {
                try place.backUp(faulty)
                isComplete = faulty.calls <= call
            } catch {
                #expect(error == .file(.inputOutput(code: 99_999)))
                #expect(try files.names(in: "/") == ["store"])
                _ = try place.store.backUp(
                    to: "/backup",
                    passphrase: SecretBytes(BackupPlace.passphrase),
                    parameters: Argon2id(memory: 8, passes: 1),
                    files: files
                )
            }
            try place.restore(files)
            call += 1
        }
        #expect(call > 6)
    }

    @Test
    func `a backup whose run is killed or loses its power is none, and told from a whole one`()
        throws
    {
        var call = 0
        var isComplete = false
        var seen: Set<String> = []
        while !isComplete {
            let files = SimulatedFileSystem(place.files.disk)
            let faulty = FaultyFileSystem(files, .death, at: call)
            let summary = try? place.backUp(faulty)
            isComplete = summary != nil && faulty.calls <= call
            for disk in files.disk.afterPowerLoss() + [files.disk] {
                let state = try Self.observe(disk)
                seen.insert(state)
                if isComplete { #expect(state == "whole") }
            }
            call += 1
        }
        #expect(seen == ["none", "refused", "whole"])
    }

    private static func observe(_ disk: SimulatedDisk) throws -> String {
        let files = SimulatedFileSystem(disk)
        guard try files.names(in: "/").contains("backup") else { return "none" }
        do throws(BackupError) {
            let reader = try BackupReader.open(
                path: "/backup",
                passphrase: SecretBytes(BackupPlace.passphrase),
                files: files
            )
            guard let draft = try? StoreDraft(at: "/restored", key: .folder, files: files) else {
                return "no draft"
            }
            let restored = try RecordStore.restore(
                from: reader,
                into: draft,
                now: Samples.now.timeSince1970
            )
            return (try? restored.list(.statements).records.count) == 3 ? "whole" : "in part"
        } catch {
            #expect([.notABackup, .truncated].contains(error))
            return "refused"
        }
    }

    @Test func `a restore that is killed or loses its power leaves no store or a whole one`()
        throws
    {
        try place.backUp()
        try place.files.sync(folder: "/")
        var call = 0
        var isComplete = false
        var seen: Set<String> = []
        while !isComplete {
            let files = SimulatedFileSystem(place.files.disk)
            let faulty = FaultyFileSystem(files, .death, at: call)
            let restored = try? place.restore(faulty)
            isComplete = restored != nil && faulty.calls <= call
            for disk in files.disk.afterPowerLoss() + [files.disk] {
                let state = try Self.observeRestored(SimulatedFileSystem(disk))
                seen.insert(state)
                if isComplete { #expect(state == "whole") }
            }
            call += 1
        }
        #expect(seen == ["none", "whole"])
    }

    private static func observeRestored(_ files: SimulatedFileSystem) throws -> String {
        do throws(StoreError) {
            let store = try RecordStore.open(at: "/restored", key: .folder, files: files)
            let records = try store.list(.statements).records
            #expect(Set(records.map(\.contents.count)) == [40_000])
            #expect(records.count == 3)
            #expect(try store.restoredAt() == BackupPlace.restoreTime.timeSince1970)
            return "whole"
        } catch .empty {
            return "none"
        }
    }

    @Test func `a restore that fails leaves nothing, and the next one succeeds`() throws {
        try place.backUp()
        var call = 0
        var isComplete = false
        while !isComplete {
            let files = SimulatedFileSystem(place.files.disk)
            let faulty = FaultyFileSystem(files, .failure, at: call)
            do throws(BackupError) {
                try place.restore(faulty)
                isComplete = faulty.calls <= call
            } catch {
                let reason = StoreError.inputOutput(code: 99_999)
                #expect([.unreadable(reason), .store(reason)].contains(error))
                let names = try files.names(in: "/").filter { $0 != "restored" }
                #expect(names.sorted() == ["backup", "store"])
                // The very last call makes the name durable: the store is there by then.
                if !(try files.names(in: "/").contains("restored")) { try place.restore(files) }
            }
            let restored = try RecordStore.open(at: "/restored", key: .folder, files: files)
            #expect(try restored.list(.statements).records.count == 3)
            call += 1
        }
        #expect(call > 40)
    }
}
