// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is heard of a notification.
public struct PlayedSound: Sendable, Hashable {
    /// Why the system's own sound is played in the place of a file.
    @nonexhaustive
    public enum Substitution: String, Sendable, Hashable, CaseIterable {
        /// The app has no such file.
        case unknownFile
        /// The file is none of aiff, wav and caf.
        case unknownType
        /// The sound is longer than 30 seconds.
        case tooLong
    }

    /// The file that is played; nil where it is the system's own sound.
    public let file: String?
    /// Why a file is not played that was asked for; nil where none was, or it is played.
    public let substitution: Substitution?
    /// Whether it is heard on a muted device, too.
    public let isCritical: Bool
    /// How loud a critical sound is, from 0 to 1; nil leaves it to the device.
    public let volume: Double?
}
