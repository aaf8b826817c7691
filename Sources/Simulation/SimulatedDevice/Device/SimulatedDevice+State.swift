// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// The notifications in the list, by threads; the latest 1000 are kept.
    public var list: [NotificationGroup] { centre.list.groups }

    /// The number on the app's icon; 0 is none.
    public var badge: Int { centre.list.badge }

    /// What has come, of pushes and of the app's own, the latest last; the latest 1000 are kept.
    ///
    /// The pushes' are those of their reports, too; of local notifications there is no other report.
    public var shown: [Appearance] { centre.appearances }
}
