// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// Tells on which devices a recipient receives.
///
/// What it answers is not believed beyond its signatures: whoever seals checks each bundle against what was
/// pinned of the device before.
public protocol DeviceDirectory: Sendable {
    /// The bundles of the devices of the recipient with this code, one a device; none for an unknown one.
    ///
    /// - Throws: What keeps the directory from answering.
    func devices(of recipient: String) async throws -> [DeviceBundle]
}
