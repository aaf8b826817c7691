// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport
import Testing

/// Each change on the real file system, with a failure at each of its calls.
struct FailingCallTests {
    @Test(
        arguments: StoreChange.all.filter { $0.wait == 0 },
        [FaultyFileSystem.Fault.death, .failure]
    )
    func `a call that fails leaves the old state or the new one, and the next try succeeds`(
        change: StoreChange,
        fault: FaultyFileSystem.Fault
    ) throws {
        var call = 0
        var isComplete = false
        while !isComplete {
            let folder = try TemporaryFolder()
            let store = try RecordStore.create(at: folder.store, key: .folder)
            try change.prepare(store)
            let old = try change.observe(store)
            let files = FaultyFileSystem(
                POSIXFileSystem(),
                fault,
                at: call + FaultyFileSystem.callsToOpen
            )
            let failing = try RecordStore.open(at: folder.store, key: .folder, files: files)
            do throws(StoreError) {
                try change.run(failing)
                isComplete = files.calls <= call + FaultyFileSystem.callsToOpen
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            let after = try change.observe(store)
            try change.run(store)
            let new = try change.observe(store)
            #expect([old, new].contains(after))
            if isComplete { #expect(after == new) }
            call += 1
        }
        #expect(call > 1)
    }
}
