// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice
import Synchronization

/// A phone of a lab: for each of its apps a simulated device, all with one clock and one lock.
final class LabPhone: Sendable {
    /// Its number, from 1; phones that are gone keep theirs.
    let number: Int
    let clock: DeviceClock
    let apps: [LabApp]
    private let state: Mutex<State>

    private struct State {
        var name: String
        /// What waits for the end of a push, by the number of the push.
        var tasks: [Int: Task<Void, Never>] = [:]
        var isGone = false
    }

    init(_ request: PhoneRequest, number: Int, on lab: Lab, tokens: [APNsDeviceToken]) {
        self.number = number
        let clock = DeviceClock(request.clock)
        self.clock = clock
        apps = zip(request.apps, tokens).map { app, token in
            LabApp(app, of: request, number: number, on: lab, token: token, clock: clock)
        }
        state = Mutex(State(name: request.name))
    }

    /// How requests name it.
    var id: String { "p\(number)" }

    var name: String { state.withLock(\.name) }

    /// What all its apps have in common.
    var profile: DeviceProfile { apps[0].device.profile }

    /// The app of this topic.
    func app(_ topic: String) -> LabApp? { apps.first { $0.topic == topic } }

    /// Moves a virtual clock.
    func advance(by duration: Duration) async {
        // A step of the clock is one for all apps, and each waits for its own extension.
        for app in apps.dropFirst() { await app.device.advance(by: .zero) }
        await apps[0].device.advance(by: duration)
        for app in apps.dropFirst() { await app.device.advance(by: .zero) }
    }

    func change(_ change: PhoneChange) {
        if let name = change.name { state.withLock { $0.name = name } }
        for app in apps {
            app.device.changeProfile { profile in
                if let lock = change.lock { profile.lock = lock }
                if let isMuted = change.isMuted { profile.isMuted = isMuted }
                if let isFocused = change.isFocused { profile.isFocused = isFocused }
                if change.isOnline == false { profile.isOnline = false }
            }
            if change.isOnline == true { app.device.goOnline() }
        }
    }

    /// Waits for the end of a push until the phone is gone.
    func wait(for push: Int, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let task = Task {
                await body()
                self.state.withLock { $0.tasks[push] = nil }
            }
            if state.isGone { task.cancel() } else { state.tasks[push] = task }
        }
    }

    /// Ends what waits: the phone is gone.
    func leave() {
        let tasks = state.withLock { state in
            state.isGone = true
            defer { state.tasks = [:] }
            return state.tasks.values.map { $0 }
        }
        for task in tasks { task.cancel() }
    }
}
