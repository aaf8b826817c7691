// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SimulatedAPNs

struct ReceiveWindowTests {
    @Test func `a window is opened by what was used, when that is half of it`() {
        let half = ReceiveWindow.size / 2
        #expect(ReceiveWindow.increment(left: ReceiveWindow.size) == nil)
        #expect(ReceiveWindow.increment(left: half + 1) == nil)
        #expect(ReceiveWindow.increment(left: half) == half)
        #expect(ReceiveWindow.increment(left: 0) == ReceiveWindow.size)
        #expect(ReceiveWindow.firstIncrement + 65_535 == ReceiveWindow.size)
    }
}
