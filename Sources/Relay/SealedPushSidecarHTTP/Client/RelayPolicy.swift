// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Which relays a sidecar talks to.
///
/// Backends hand on what apps gave them, so an endpoint may name any place: unless the operator has
/// allowed an origin, only public addresses are asked, over TLS, on the two usual ports.
package struct RelayPolicy: Sendable {
    /// What is asked whatever its scheme, port and address, such as `http://127.0.0.1:8080`.
    private let allowedOrigins: Set<WebOrigin>

    private static let ports: Set = [443, 8443]

    /// - Parameter allowedOrigins: Origins of the operator's own relays.
    package init(allowing allowedOrigins: some Sequence<WebOrigin> = [WebOrigin]()) {
        self.allowedOrigins = Set(allowedOrigins)
    }

    /// Whether every address of this place serves.
    func isAllowed(_ origin: WebOrigin) -> Bool { allowedOrigins.contains(origin) }

    /// Whether this place serves, if its address is a public one.
    func mayBeAllowed(_ origin: WebOrigin) -> Bool {
        isAllowed(origin) || origin.isEncrypted && Self.ports.contains(origin.port)
    }
}
