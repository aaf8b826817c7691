// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// What a message is called that a backend asked for: 16 random bytes.
struct MessageName: Hashable, Sendable {
    /// 32 hexadecimal digits.
    let text: String

    /// Makes a name that no other message has.
    init() {
        text = Hex.encode(Randomness.bytes(16).span)
    }

    /// Reads a name, or gives nil for a text that is none.
    init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        self.text = text
    }
}

/// What a backend calls a recipient: the code that its own user has, such as a number, and that
/// its devices sign in their subscriptions.
struct RecipientCode: Hashable, Sendable {
    /// 1 to 64 bytes of UTF-8 without control characters.
    let text: String

    /// Takes a code, or gives nil for a text that is none.
    init?(_ text: String) {
        guard DeviceIdentity.Subscription.isRecipient(text) else { return nil }
        self.text = text
    }
}
