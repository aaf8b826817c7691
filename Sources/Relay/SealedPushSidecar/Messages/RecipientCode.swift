// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a backend calls a recipient: the code that its own user has, such as a number, and that
/// its devices sign in their subscriptions.
package struct RecipientCode: Hashable, Sendable {
    /// 1 to 64 bytes of UTF-8 without control characters.
    package let text: String

    /// Takes a code, or gives nil for a text that is none.
    package init?(_ text: String) {
        guard DeviceIdentity.Subscription.isRecipient(text) else { return nil }
        self.text = text
    }
}
