// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushOpenSSL

/// The root certificates that a client trusts.
public struct TrustedRoots: Sendable {
    package let certificates: [Certificate]

    /// Reads all certificates of a PEM.
    ///
    /// - Parameter file: The bytes of the file, at most a megabyte.
    /// - Throws: ``APNsError/keyFile(_:)``.
    public init(pem file: Span<UInt8>) throws(APNsError) {
        certificates = try APNsError.reading { () throws(OpenSSLError) in
            try Certificate.all(in: file)
        }
    }

    package init(_ certificates: [Certificate]) {
        self.certificates = certificates
    }

    /// The certificates as PEM (RFC 7468).
    public var pem: String { certificates.map(\.pem).joined() }
}
