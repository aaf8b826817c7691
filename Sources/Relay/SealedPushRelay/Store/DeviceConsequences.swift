// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a change of a device means for other rows; the same transaction writes it.
package struct DeviceConsequences: Hashable, Sendable {
    /// The token that the device took, and did not have before (``TokenTakeover``).
    package let takeover: TokenFingerprint?
    /// What becomes of the device's messages.
    package let messages: Messages?

    /// What becomes of a device's messages.
    package enum Messages: Hashable, Sendable {
        /// They move into the device's lane.
        case release
        /// They wait without a lane, until the device has a usable token.
        case hold
        /// They are deleted.
        case end
    }

    package init(from old: RelayDevice, to new: RelayDevice) {
        let token = new.token?.fingerprint
        takeover = token == old.token?.fingerprint ? nil : token
        if new.state.ended != nil {
            messages = old.state.ended == nil ? .end : nil
        } else if (new.state == .active) != (old.state == .active) {
            messages = new.state == .active ? .release : .hold
        } else {
            messages = nil
        }
    }
}
