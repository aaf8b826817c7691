// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension RecipientDevices {
    /// The policy for a device that is new for a recipient of whom the sender knows other devices.
    public enum NewDevicePolicy: Hashable, Sendable {
        /// Nothing is sealed to it (``SealingError/newDevice``) until a person confirms it.
        case refuse
        /// The sender accepts it. Only a server that runs its own directory may choose that.
        ///
        /// An attacker who can write into the directory then gets the recipient's messages.
        case trustDirectory
    }
}
