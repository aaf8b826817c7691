// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The name of a message in a sender's URL: its id and a code over it, 24 bytes.
///
/// Ids are counted upwards, so the code is what keeps a sender from withdrawing the messages of others.
package struct MessageHandle: Hashable, Sendable {
    /// The message's id in the outbox.
    package let id: OutboxID
    /// The id and the code as base64url, 32 characters.
    package let text: String

    private static let idCount = 8
    private static let codeCount = 16

    /// Names a message.
    package init(_ id: OutboxID, key: borrowing SecretBytes) {
        self.id = id
        text = Base64URL.encode((Self.bytes(of: id) + Self.code(of: id, key)).span)
    }

    /// Reads a name from a URL, or gives nil if this relay has not made it.
    package init?(text: String, key: borrowing SecretBytes) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span),
            bytes.count == Self.idCount + Self.codeCount
        else { return nil }
        let number = bytes.span.bigEndian(UInt64.self, at: 0)
        id = OutboxID(Int64(bitPattern: number))
        let code = Self.code(of: id, key)
        guard ConstantTime.areEqual(bytes.span.extracting(Self.idCount...), code.span) else {
            return nil
        }
        self.text = text
    }

    private static func bytes(of id: OutboxID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(bitPattern: id.number))
        return bytes
    }

    private static func code(of id: OutboxID, _ key: borrowing SecretBytes) -> [UInt8] {
        let code = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(bytes(of: id)) }
        }
        return Array(code.prefix(codeCount))
    }
}
