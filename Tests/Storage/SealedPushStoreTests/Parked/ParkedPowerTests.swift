// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import Testing

/// What one run began to park and another one finds.
struct ParkedPowerTests {
    @Test func `what is told to be parked is durable, wherever the run before was stopped`() throws
    {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        var outcomes: Set<ParkOutcome> = []
        var call = 0
        var isComplete = false
        while !isComplete {
            let simulated = SimulatedFileSystem(files.disk)
            let faulty = FaultyFileSystem(simulated, .death, at: call)
            do throws(StoreError) {
                let first = try ParkedBook(at: "/store", files: faulty).park(Samples.parked(1))
                isComplete = first == .parked(isFirst: true)
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            let second = try ParkedBook(at: "/store", files: simulated).park(Samples.parked(1))
            outcomes.insert(second)
            for disk in simulated.disk.afterPowerLoss() {
                let book = try ParkedBook(at: "/store", files: SimulatedFileSystem(disk))
                #expect(try book.messages() == [Samples.parked(1)])
            }
            call += 1
        }
        #expect(outcomes == [.parked(isFirst: true), .present])
    }
}
