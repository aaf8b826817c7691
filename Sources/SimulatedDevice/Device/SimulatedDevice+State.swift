// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// The number on the app's icon; 0 is none.
    public var badge: Int { centre.list.badge }
}
