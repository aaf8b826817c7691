// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Tells on which devices a recipient receives.
///
/// What it answers is not believed beyond its signatures: whoever seals checks each bundle against what was
/// pinned of the device before.
public protocol DeviceDirectory: Sendable {
    /// The devices of the recipient with this code, each device once; none for an unknown recipient.
    ///
    /// What is wrong with one of them is in its entry, so that it keeps nobody from sealing to the others.
    ///
    /// - Throws: What keeps the directory from answering.
    func devices(of recipient: String) async throws -> [DirectoryEntry]
}
