// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which relays a sidecar talks to.
///
/// Backends hand on what apps gave them, so an endpoint may name any place: unless the operator has
/// allowed an origin, only public addresses are asked, over TLS, on the two usual ports.
package struct RelayPolicy: Sendable {
    /// Origins that are asked whatever their scheme, port and address, such as
    /// `http://127.0.0.1:8080`.
    package var allowedOrigins: Set<String>

    private static let ports: Set = [443, 8443]

    /// An origin as endpoints have it, or nil for a text that is none.
    package static func origin(_ text: String) -> String? {
        guard let url = EndpointURL(text + "/"), url.origin == text else { return nil }
        return text
    }

    /// - Parameter allowedOrigins: Origins of the operator's own relays.
    package init(allowing allowedOrigins: Set<String> = []) {
        self.allowedOrigins = allowedOrigins
    }

    /// Whether every address of this place serves.
    func isAllowed(_ url: EndpointURL) -> Bool { allowedOrigins.contains(url.origin) }

    /// Whether this place serves, if its address is a public one.
    func mayBeAllowed(_ url: EndpointURL) -> Bool {
        isAllowed(url) || url.isEncrypted && Self.ports.contains(url.port)
    }
}
