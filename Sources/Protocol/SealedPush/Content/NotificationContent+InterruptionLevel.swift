// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension NotificationContent {
    /// The levels of disturbance by a notification, from the least to the most.
    public enum InterruptionLevel: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Goes to the list without lighting the screen or playing a sound.
        case passive
        /// Lights the screen and plays its sound. The default.
        case active
        /// Breaks through a Focus that allows it.
        case timeSensitive = "time-sensitive"
        /// Breaks through everything. The app needs an entitlement for it.
        case critical

        /// True if `left` disturbs less than `right`.
        public static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .passive: 0
            case .active: 1
            case .timeSensitive: 2
            case .critical: 3
            }
        }
    }
}
