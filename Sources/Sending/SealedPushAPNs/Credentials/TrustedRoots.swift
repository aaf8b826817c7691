// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushOpenSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

/// The places on this machine where NIO's TLS looks for the roots that the system trusts.
struct SystemRoots {
    /// Certificates in PEM, one behind the other.
    var files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    /// Folders with a file a certificate, named by a hash of its subject, such as `ca6e4ad9.0`.
    var folders = ["/etc/ssl/certs"]

    /// Whether there are any.
    ///
    /// TLS itself takes a machine without any for one that trusts no authority: no server proves
    /// its name.
    var areThere: Bool {
        #if os(Linux)
            let manager = FileManager.default
            return files.contains { manager.fileExists(atPath: $0) }
                || folders.contains { folder in
                    (try? manager.contentsOfDirectory(atPath: folder))?
                        .contains { $0.hasSuffix(".0") } == true
                }
        #else
            return true
        #endif
    }
}
