// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import Testing

struct ProfileChangeTests {
    @Test func `of two changes at once none is lost`() {
        let device = Device.running()
        let (isChanging, isDone) = (DispatchSemaphore(value: 0), DispatchGroup())
        isDone.enter()
        Thread.detachNewThread {
            isChanging.wait()
            device.changeProfile { $0.isMuted = true }
            isDone.leave()
        }
        device.changeProfile { profile in
            isChanging.signal()
            // The other comes after this one, so it is not waited for long.
            _ = isDone.wait(timeout: .now() + .milliseconds(20))
            profile.isFocused = true
        }
        isDone.wait()
        #expect(device.profile.isFocused && device.profile.isMuted)
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
