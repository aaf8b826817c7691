// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// The notifications in the list, by threads; the latest 1000 are kept.
    public var list: [NotificationGroup] { center.list.groups }

    /// The number on the app's icon; 0 for none.
    public var badge: Int { center.list.badge }

    /// The notifications of pushes and of the app that were presented, latest last; the latest 1000
    /// are kept.
    ///
    /// It is the only report of local notifications; those of pushes are in their reports, too.
    public var history: [HistoryEntry] { center.history }
}
