// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The elliptic curve P-256 (FIPS 186-5), as ES256 (RFC 7518, section 3.4) uses it.
public enum P256 {
    /// The size of a private key in bytes.
    public static let scalarCount = 32
    /// The size of an uncompressed public key in bytes.
    public static let publicKeyCount = 65
    /// The size of a signature in bytes: r, then s.
    public static let signatureCount = 64
}
