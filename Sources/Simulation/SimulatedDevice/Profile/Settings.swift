// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The profile of a running device, which its parts share and its user changes.
final class Settings: Sendable {
    private let state: Mutex<DeviceProfile>

    init(_ profile: DeviceProfile) {
        state = Mutex(profile)
    }

    var profile: DeviceProfile { state.withLock(\.self) }

    /// Changes the profile, and gives what the change gives.
    func changeProfile<Result: Sendable>(
        _ change: (inout sending DeviceProfile) -> sending Result
    ) -> Result {
        state.withLock(change)
    }
}
