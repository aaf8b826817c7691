// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension ShownNotification {
    /// The view of a notification in which the user responds.
    public enum View: String, Sendable, Hashable, CaseIterable {
        /// The banner, which shows the first two actions of the category.
        case banner
        /// The expanded notification, after a long press or a pull, which shows the first ten
        /// actions.
        case expanded

        /// The number of actions that the view has space for.
        var actionLimit: Int {
            switch self {
            case .banner: 2
            case .expanded: 10
            }
        }
    }
}
