// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// An id that tells the push service that one notification replaces another, and nothing else.
public struct CollapseID: Hashable, Sendable {
    /// The value of `apns-collapse-id`: 22 characters of base64url.
    public let text: String

    /// Reads the value of a header, or gives nil for one that no message of this protocol has.
    public init?(_ text: String) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span),
            bytes.count == MessageID.count
        else { return nil }
        self.text = text
    }

    /// The id of a message that replaces nothing.
    package init(_ messageID: MessageID) {
        text = Base64URL.encode(messageID.bytes.span)
    }

    /// The id that the messages of one caller's key share on one device; the key itself stays
    /// hidden (S-11).
    public init(key: String, device: DeviceIdentity, sender: SenderKeys) {
        let code = sender.secret.withBytes { secret in
            HMACSHA256.code(key: secret) { input in
                input.update(Label.collapse)
                input.update(device.bytes)
                input.update(Array(key.utf8))
            }
        }
        text = Base64URL.encode(Array(code.prefix(16)).span)
    }
}
