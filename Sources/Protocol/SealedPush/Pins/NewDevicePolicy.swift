// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a sender does with a device that a directory says is a recipient's, while it knows others of theirs.
public enum NewDevicePolicy: Hashable, Sendable {
    /// Nothing is sealed to it (``SealingError/newDevice``) until a device link or a person confirms it.
    case refuse
    /// It is taken as known: for a server that runs its own directory, and for nobody else.
    ///
    /// Whoever can write into the directory then gets the recipient's messages.
    case trustDirectory
}
