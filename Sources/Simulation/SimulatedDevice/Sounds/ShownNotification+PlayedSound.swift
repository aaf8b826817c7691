// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension ShownNotification {
    /// The sound that the device plays for a notification.
    public struct PlayedSound: Sendable, Hashable {
        /// The reason for which the device plays the system's sound instead of a file.
        @nonexhaustive
        public enum Substitution: String, Sendable, Hashable, CaseIterable {
            /// The app has no such file.
            case unknownFile
            /// The file is not of the types aiff, wav and caf.
            case unknownType
            /// The sound is longer than 30 seconds.
            case tooLong
        }

        /// The file that is played; nil for the system's sound.
        public let file: String?
        /// The reason for which the requested file is not played; nil if it is played or none was
        /// requested.
        public let substitution: Substitution?
        /// True if the sound is audible on a muted device.
        public let isCritical: Bool
        /// The volume of a critical sound, from 0 to 1; nil means the device's own volume.
        public let volume: Double?
    }
}
