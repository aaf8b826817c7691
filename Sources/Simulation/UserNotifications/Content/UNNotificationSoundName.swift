// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The name of a sound file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name of the file in the bundle, or in Library/Sounds.
    public let rawValue: String

    /// The sound of this file.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The sound of this file.
    public init(rawValue: String) { self.rawValue = rawValue }
}
