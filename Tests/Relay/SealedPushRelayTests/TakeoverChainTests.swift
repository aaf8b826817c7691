// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushRelay
import SealedPushRelayTesting
import TestSupport
import Testing

struct TakeoverChainTests {
    @Test(.rules("C-34"))
    func `a store does what the text says of several devices of one token`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "chains-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = SharedTime()
        let store = try SQLiteRelayStore(path: folder.appending(path: "relay.sqlite").path) {
            time.now
        }
        let chains = try TakeoverChains(ModelChains.of("tokens.py", count: 100))
        let fault = try await chains.fault(of: store, time)
        #expect(fault == nil, "seed \(ModelChains.seed)")
    }
}
