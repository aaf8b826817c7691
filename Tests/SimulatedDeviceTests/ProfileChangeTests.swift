// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SimulatedDevice
import Testing

struct ProfileChangeTests {
    @Test func `of changes by many threads none is lost`() {
        let device = Device.running()
        let before = device.profile.limits.pending
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 { device.changeProfile { $0.limits.pending += 1 } }
        }
        #expect(device.profile.limits.pending == before + 2000)
    }

    @Test func `a change that brings the device online gives the app its token`() async throws {
        let device = Device.running()
        device.changeProfile { $0.isOnline = false }
        async let token = device.registerForRemoteNotifications()
        await Task.yield()
        device.changeProfile { $0.isOnline = true }
        #expect(try await token.count == 32)
    }
}
