// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransportTesting
import Testing

struct PushTransportCheckTests {
    private typealias Fault = MemoryService.Fault

    @Test(arguments: PushTransportCheck.allCases)
    func `a transport that keeps the rules passes`(_ check: PushTransportCheck) async throws {
        await expectConformance(of: MemoryService(), to: check)
    }

    @Test(arguments: MemoryService.Fault.allCases)
    func `each fault is found by the check that is for it`(
        _ fault: MemoryService.Fault
    ) async throws {
        let check: PushTransportCheck =
            switch fault {
            case .losesAtBreaks, .sendsAllAgainAtBreaks: .brokenConnection
            case .sendsTwice, .changesIDs: .accepted
            case .sendsRejectedAgain: .rejected
            case .saysNotSent, .closesWithoutResults: .closeInTime
            case .ignoresTime: .notSent
            case .ignoresCancellation: .cancellation
            case .sendsAfterClose: .close
            case .hasNoDelay: .refusedForNow
            case .mixesUpResults: .concurrency
            }
        let failures = await check.failures(of: MemoryService(fault))
        #expect(!failures.isEmpty)
        #expect(failures.allSatisfy { $0.description.count > 15 })
    }
}
