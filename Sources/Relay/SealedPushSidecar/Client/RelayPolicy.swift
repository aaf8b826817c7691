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

    /// Whether this place serves, if its name leads to a public address.
    func mayBeAllowed(_ origin: WebOrigin) -> Bool { refusal(of: origin) == nil }

    /// Why no endpoint of this place is ever asked, whatever its name leads to; nil if one may be.
    func refusal(of origin: WebOrigin) -> RelayRefusal? {
        if isAllowed(origin) { return nil }
        guard origin.isEncrypted else { return .notEncrypted }
        guard Self.ports.contains(origin.port) else { return .otherPort }
        return HostAddresses.isNeverPublic(origin.host) ? .notPublic : nil
    }
}

/// Why a sidecar never asks the relay of a subscription.
enum RelayRefusal: Hashable, Sendable {
    /// It has no TLS.
    case notEncrypted
    /// Its port is neither 443 nor 8443.
    case otherPort
    /// Its host is one that no public server has, or neither a name nor an address.
    case notPublic

    /// What is wrong, for a backend, as the end of a sentence about the relay.
    var message: String {
        let reason =
            switch self {
            case .notEncrypted: "has no TLS"
            case .otherPort: "has a port other than 443 and 8443"
            case .notPublic: "has a host that no public server has"
            }
        return "\(reason), which only --allow-origin allows"
    }
}

/// What an operator of a sidecar should know of a relay.
package enum RelayNotice: Hashable, Sendable {
    /// The relay of this origin has no address, or none that may be asked.
    case unreachable(String)
    /// The relay of this origin has refused the sidecar's signature, or a request without one.
    case keyRefused(String)
    /// The time of day is another one than all relays have, or is the same again.
    case clock(RelayClocks.Difference)
}
