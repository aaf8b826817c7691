// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import SealedPushRelay
import TestSupport
import Testing

@testable import SealedPushSidecar

struct SidecarReadinessTests {
    @Test func `readiness costs the disk a write every few seconds, however often it is asked`()
        async throws
    {
        try await SidecarHTTPBench.run { bench in
            let ready: @Sendable () async throws -> Int = {
                let answer = try await bench.send(.get, "/health/ready", "", [.authorization: nil])
                #expect(answer.status == .ok)
                return try bench.written()
            }
            var written = try bench.written()
            for _ in 0..<2 {
                let first = try await ready()
                #expect(first > written)
                for _ in 0..<20 { #expect(try await ready() == first) }
                written = first
                bench.clock.advance(by: WriteCheck.interval)
            }
        }
    }
}
