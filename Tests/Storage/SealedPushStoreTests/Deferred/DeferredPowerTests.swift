// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import Testing

/// What one run began to defer and another one finds.
struct DeferredPowerTests {
    @Test func `what is told to be deferred is durable, wherever the run before was stopped`()
        throws
    {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        var outcomes: Set<DeferralOutcome> = []
        var call = 0
        var isComplete = false
        while !isComplete {
            let simulated = SimulatedFileSystem(files.disk)
            let faulty = FaultyFileSystem(simulated, .death, at: call)
            do throws(StoreError) {
                let first = try DeferredBook(at: "/store", files: faulty).keep(Samples.deferred(1))
                isComplete = first == .deferred(isFirst: true)
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            let second = try DeferredBook(at: "/store", files: simulated).keep(Samples.deferred(1))
            outcomes.insert(second)
            for disk in simulated.disk.afterPowerLoss() {
                let book = try DeferredBook(at: "/store", files: SimulatedFileSystem(disk))
                #expect(try book.messages() == [Samples.deferred(1)])
            }
            call += 1
        }
        #expect(outcomes == [.deferred(isFirst: true), .present])
    }
}
