// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A directory of the devices of each recipient.
///
/// Its answers are believed only as far as their signatures go: the sealer checks each bundle
/// against what was pinned of the device before.
public protocol DeviceDirectory: Sendable {
    /// The devices of the recipient with this code, each device once; none for an unknown
    /// recipient.
    ///
    /// A fault of one of them is in its entry, so that the others can still be sealed to.
    ///
    /// - Throws: An error if the directory cannot answer.
    func devices(of recipient: String) async throws -> [DirectoryEntry]
}
