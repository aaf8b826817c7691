// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The name of a conversation, as the device derives it from who wrote (D-28).
///
/// It is unkeyed and stays the same after a restore. A sender can only name conversations of its
/// own. A succession begins new ones.
package struct ThreadIdentifier: Hashable, Sendable {
    /// The identifier: 22 characters of base64url.
    package let text: String

    /// The conversation of a sender's messages.
    ///
    /// - Parameters:
    ///   - sender: The identity that signs them, 32 bytes.
    ///   - code: For whom the sender writes, at most 65,535 bytes of UTF-8; empty for itself, and
    ///     for a service that names a thread.
    ///   - thread: The thread that the sender sealed; empty if there is none.
    package init(sender: [UInt8], code: String = "", thread: String = "") {
        let code = code.utf8.prefix(Int(UInt16.max))
        let length = [UInt8(code.count >> 8), UInt8(code.count & 0xFF)]
        let hash = SHA256.hash { input in
            input.update(Label.thread)
            input.update(sender)
            input.update(length + code)
            input.update(Array(thread.utf8))
        }
        text = Base64URL.encode(Array(hash.prefix(16)).span)
    }
}
