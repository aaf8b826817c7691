// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
package import NIOSSL
import SealedPushOpenSSL

/// The name or address that a client was told to reach, which the server's certificate has to list.
///
/// Every client that uses NIO's TLS connects with ``settings`` and sends nothing before ``verify``.
/// NIO itself takes a certificate of any name that lists the address of its socket, which is the
/// address of a proxy, or of whatever the name leads to.
package struct ServerName: Sendable {
    private enum Kind {
        case name(String)
        case address(String)
    }

    /// The certificate does not list the name.
    package struct Unproven: Error {}

    /// TLS 1.2 or later, with a server whose certificate leads to a trusted root, but no check of its
    /// names.
    package static var settings: TLSConfiguration {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        settings.certificateVerification = .noHostnameVerification
        return settings
    }

    private let kind: Kind

    /// Takes a host as URLs have it; an address of IPv6 may lack its brackets.
    package init(_ host: String) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let text = isBracketed ? String(host.dropFirst().dropLast()) : host
        if let address = (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress {
            kind = .address(address)
        } else {
            // The dot of the root is in no certificate, and TLS leaves it out.
            kind = .name(text.hasSuffix(".") ? String(text.dropLast()) : text)
        }
    }

    /// The name that TLS asks for; nil for an address, which is none (RFC 6066, section 3).
    package var indication: String? {
        if case .name(let name) = kind { name } else { nil }
    }

    /// Ends if the server at the other end of a channel has proved the name; on the channel's loop,
    /// once TLS stands.
    ///
    /// - Throws: ``Unproven``, or another error if the channel has no TLS or shows no certificate.
    package func verify(_ channel: any Channel) throws {
        guard let leaf = try channel.pipeline.syncOperations.nioSSL_peerCertificate() else {
            throw Unproven()
        }
        let der = try leaf.toDERBytes()
        guard lists(try Certificate(der: der.span)) else { throw Unproven() }
    }

    private func lists(_ certificate: Certificate) -> Bool {
        switch kind {
        case .name(let name): certificate.isFor(name: name)
        case .address(let address): certificate.isFor(address: address)
        }
    }
}
