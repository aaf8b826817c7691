// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Where the world reaches the relay: the operator says it, and no request's `Host` changes it.
package struct PublicURL: Hashable, Sendable {
    /// The audience of VAPID tokens, and the origin of possession proofs: devices answer no other.
    package let origin: WebOrigin

    /// Takes the origin of the relay.
    package init(_ origin: WebOrigin) { self.origin = origin }

    /// Reads a configured URL, or gives nil for one that is no origin (V-21); a slash at its end
    /// is left out.
    package init?(_ text: String) {
        guard let origin = WebOrigin(url: text) else { return nil }
        self.init(origin)
    }

    /// The URL of an endpoint: a secret.
    package func endpoint(_ capability: Capability) -> String {
        "\(origin.text)/e/\(capability.text)"
    }

    /// The URL of a message.
    package func message(_ handle: MessageHandle) -> String { "\(origin.text)/m/\(handle.text)" }
}
