// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension NotificationContent {
    /// The sound of a notification.
    public enum Sound: Sendable, Hashable {
        /// Nothing.
        case none
        /// The system's default sound.
        case `default`
        /// A sound file of the app, by its name.
        case named(String)
        /// A sound that is played even when the device is muted. The app needs an entitlement for
        /// it.
        ///
        /// Without a name it is the system's critical sound. The volume goes from 0 to 1; without
        /// one it is the system's choice.
        case critical(name: String?, volume: Double?)
    }
}
