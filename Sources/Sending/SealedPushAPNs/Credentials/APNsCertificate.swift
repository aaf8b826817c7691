// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding
package import SealedPushOpenSSL

/// A certificate of Apple's with its private key, which authenticates a provider instead of tokens.
public struct APNsCertificate: ~Copyable, Sendable {
    package let identity: TLSIdentity

    /// The time for which APNs takes it.
    public var time: ClosedRange<Timestamp> {
        let (start, end) = (identity.certificate.notBefore, identity.certificate.notAfter)
        let moments = [start, max(start, end)].map {
            Timestamp(timeSince1970: .seconds(max(0, $0)))
        }
        return moments[0]...moments[1]
    }

    /// Reads a PKCS#12 archive, as a keychain exports it.
    ///
    /// - Parameters:
    ///   - archive: The bytes of the `.p12`, at most a megabyte; the caller wipes its own copy.
    ///   - passphrase: The passphrase of the archive; empty if it has none.
    /// - Throws: ``APNsError/keyFile(_:)``.
    public init(pkcs12 archive: Span<UInt8>, passphrase: Span<UInt8>) throws(APNsError) {
        identity = try APNsError.reading { () throws(OpenSSLError) in
            try TLSIdentity(pkcs12: archive, passphrase: passphrase)
        }
    }

    /// Reads a certificate, those of its issuers as far as they are there, and its key from PEM or
    /// DER.
    ///
    /// - Parameters:
    ///   - certificates: The file with the certificates.
    ///   - key: The file with the private key; the same unless told.
    ///   - passphrase: The passphrase of an encrypted key.
    /// - Throws: ``APNsError/keyFile(_:)``.
    public init(
        pem certificates: Span<UInt8>,
        key: Span<UInt8>? = nil,
        passphrase: Span<UInt8>? = nil
    ) throws(APNsError) {
        identity = try APNsError.reading { () throws(OpenSSLError) in
            try TLSIdentity(pem: certificates, key: key, passphrase: passphrase)
        }
    }

    package init(_ identity: consuming TLSIdentity) {
        self.identity = identity
    }
}
