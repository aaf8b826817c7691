// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPushSidecar
import Testing

struct DatabaseSenderMemoryTests {
    @Test(arguments: SenderMemoryRule.allCases)
    func `a memory in the database keeps the rules of every sender's memory`(
        _ rule: SenderMemoryRule
    ) async throws {
        let bench = try SidecarBench()
        try await rule.check { DatabaseSenderMemory(in: try bench.database()) }
    }
}
