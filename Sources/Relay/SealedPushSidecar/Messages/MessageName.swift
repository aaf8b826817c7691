// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a message is called that a backend asked for: 16 random bytes.
package struct MessageName: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package let text: String

    /// Makes a name that no other message has.
    package init() {
        text = Hex.encode(Randomness.bytes(16).span)
    }

    /// Reads a name, or gives nil for a text that is none.
    package init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        self.text = text
    }
}
