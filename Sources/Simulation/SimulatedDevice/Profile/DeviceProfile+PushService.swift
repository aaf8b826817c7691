// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// The irregularities of the push service, within what Apple permits itself.
    public struct PushService: Sendable, Hashable {
        /// True if each push arrives twice, the duplicate right after it
        /// (``SimulatedDevice/Delivery/copy``).
        public var duplicates = false
        /// True if pushes overtake each other: each second push overtakes the one before it, which
        /// waits for at most a second of the device's clock.
        public var reorders = false

        /// Creates a push service that delivers each push once, in order.
        public init() {}
    }
}
