// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushOpenSSL
package import SealedPushRelayClient

extension VAPIDKey {
    /// A key that OpenSSL holds.
    package init(_ key: consuming P256PrivateKey, subject: String) {
        let publicKey = key.publicKey.bytes
        let holder = Holder(key)
        self.init(publicKey, subject: subject) { input in
            try holder.key.signature(for: input.span).bytes
        }
    }

    private final class Holder: Sendable {
        let key: P256PrivateKey

        init(_ key: consuming P256PrivateKey) { self.key = key }
    }
}
