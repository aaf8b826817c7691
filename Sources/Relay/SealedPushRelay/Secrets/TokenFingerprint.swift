// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A code that two registrations share exactly if they have the same push token for the same app.
///
/// It is an HMAC, so a copy of the database cannot be searched for a known token.
package struct TokenFingerprint: Hashable, Sendable {
    /// The code, 32 bytes.
    package let bytes: [UInt8]

    /// Takes a stored code, or gives nil if it has not 32 bytes.
    package init?(stored bytes: [UInt8]) {
        guard bytes.count == HMACSHA256.codeCount else { return nil }
        self.bytes = bytes
    }

    /// Computes the code of a token with the relay's fingerprint key.
    package init(
        of token: [UInt8],
        for app: AppEnvironment,
        key: borrowing SecretBytes
    ) {
        var message: [UInt8] = []
        message.append(lengthPrefixed: app.app.utf8)
        message.append(lengthPrefixed: app.environment.rawValue.utf8)
        message.append(lengthPrefixed: token)
        bytes = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(message) }
        }
    }
}
