// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport
import Testing

/// Records that are created in one go.
struct RecordsTogetherTests {
    private typealias Record = (id: [UInt8], contents: [UInt8])

    private func records(_ numbers: Range<UInt8>) -> [Record] {
        numbers.map { number in (id: [number], contents: [number, 1]) }
    }

    @Test(arguments: [0, 1, 8, 9, 100] as [UInt8])
    func `each is created unless it is there, and told`(_ count: UInt8) throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.create(at: folder.path + "/store", key: .folder)
        let other: [UInt8] = [7]
        if count > 5 {
            _ = try store.create(.contacts, id: [5], contents: other.span)
        }
        let created = try store.create(.contacts, records: records(0..<count))
        #expect(created == (0..<count).map { $0 != 5 })
        for number in 0..<count {
            let expected = number == 5 ? other : [number, 1]
            #expect(try store.read(.contacts, id: [number]) == expected)
        }
        #expect(try POSIXFileSystem().names(in: folder.path + "/store/tmp").isEmpty)
    }

    @Test func `what is told to be created stays when the power goes`() throws {
        let files = SimulatedFileSystem(try .withStore())
        _ = try files.store().create(.contacts, records: records(0..<4))
        for left in files.disk.afterPowerLoss() {
            #expect(try left.store().list(.contacts).records.count == 4)
        }
    }

    @Test func `a run that is killed leaves each whole or not there`() async throws {
        let stopped = try await SimulatedDisk.withStore().killing { store in
            _ = try store.create(.contacts, records: self.records(0..<4))
        }
        for disk in stopped {
            for left in [disk] + disk.afterPowerLoss() {
                let listing = try left.store().list(.contacts)
                #expect(listing.failures.isEmpty)
                #expect(listing.records.allSatisfy { $0.contents == $0.id + [1] })
            }
        }
        #expect(stopped.count > 15)
    }

    @Test func `a record that is too large stops all of them`() throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.create(at: folder.path + "/store", key: .folder)
        let large = (id: [9] as [UInt8], contents: [UInt8](repeating: 0, count: 70_000))
        #expect(throws: StoreError.recordTooLarge) {
            try store.create(.contacts, records: records(0..<3) + [large])
        }
        #expect(try store.list(.contacts).records.isEmpty)
    }
}
