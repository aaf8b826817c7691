// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushRelay

/// Where the world reaches the relay: the operator says it, and no request's `Host` changes it.
package struct PublicURL: Hashable, Sendable {
    /// Scheme, host and port as a browser writes them, without a path (RFC 6454): the audience of
    /// VAPID tokens, and the origin of possession proofs (W-32).
    package let origin: String

    /// Reads a configured URL; a slash at its end is left out.
    ///
    /// - Throws: ``PublicURLError``.
    package init(_ text: String) throws(PublicURLError) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let authority = parts.last, !authority.isEmpty,
            authority.utf8.allSatisfy(Self.isAllowed)
        else { throw .notAnOrigin }
        switch parts[0] {
        case "https": guard !authority.hasSuffix(":443") else { throw .defaultPort }
        case "http":
            guard !authority.hasSuffix(":80") else { throw .defaultPort }
            guard Self.isLoopback(authority) else { throw .notEncrypted }
        default: throw .notAnOrigin
        }
        // Devices answer no other relay.
        guard Origin.isValid(text.utf8) else { throw .notAnOrigin }
        origin = text
    }

    /// The URL of an endpoint: a secret.
    package func endpoint(_ capability: Capability) -> String { "\(origin)/e/\(capability.text)" }

    /// The URL of a message.
    package func message(_ handle: MessageHandle) -> String { "\(origin)/m/\(handle.text)" }

    /// Lower-case letters, digits and what stands in a host and a port.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-.:[]".utf8.contains(byte)
        }
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        ["127.0.0.1", "[::1]", "localhost"].contains {
            authority == $0 || authority.hasPrefix("\($0):")
        }
    }
}

/// Why a text is no public URL.
package enum PublicURLError: Error, Hashable {
    /// It is not a scheme and a host in lower case, with a port or without, and nothing else.
    case notAnOrigin
    /// It names the port that its scheme has anyway, which browsers and senders leave out.
    case defaultPort
    /// It is `http` to another machine than this one.
    case notEncrypted
}
