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

    @Test func `a backup whose writing fails is removed, and the next one succeeds`() async throws {
        let runs = try await place.files.disk.disturbing(by: .failure) { try place.backUp($0) }
        for run in runs {
            if case .failure(let error) = run.result {
                #expect(error as? BackupError == .file(FaultyFileSystem.reason))
                #expect(try run.files.names(in: "/") == ["store"])
                try place.backUp(run.files)
            }
            try place.restore(run.files)
        }
        #expect(runs.count > 6)
    }

    @Test
    func `a backup whose run is killed or loses its power is none, and told from a whole one`()
        async throws
    {
        let runs = try await place.files.disk.disturbing(by: .death) { try place.backUp($0) }
        let (seen, atEnd) = try runs.states(Self.observe)
        #expect(seen == ["none", "refused", "whole"] && atEnd == ["whole"])
    }

    private static func observe(_ files: SimulatedFileSystem) throws -> String {
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
        async throws
    {
        try place.backUp()
        try place.files.sync(folder: "/")
        let runs = try await place.files.disk.disturbing(by: .death) { try place.restore($0) }
        let (seen, atEnd) = try runs.states(Self.observeRestored)
        #expect(seen == ["none", "whole"] && atEnd == ["whole"])
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

    @Test func `a restore that fails leaves nothing, and the next one succeeds`() async throws {
        try place.backUp()
        let runs = try await place.files.disk.disturbing(by: .failure) { try place.restore($0) }
        for run in runs {
            let files = run.files
            if case .failure(let error as BackupError) = run.result {
                let reason = FaultyFileSystem.reason
                #expect([.unreadable(reason), .store(reason)].contains(error))
                let names = try files.names(in: "/").filter { $0 != "restored" }
                #expect(names.sorted() == ["backup", "store"])
                // The very last call makes the name durable: the store is there by then.
                if !(try files.names(in: "/").contains("restored")) { try place.restore(files) }
            }
            let restored = try RecordStore.open(at: "/restored", key: .folder, files: files)
            #expect(try restored.list(.statements).records.count == 3)
        }
        #expect(runs.count > 40)
    }
}
