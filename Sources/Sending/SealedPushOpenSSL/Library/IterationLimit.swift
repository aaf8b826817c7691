// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// How much work a file may ask for before its passphrase is known to be right.
enum IterationLimit {
    /// Ten million: some seconds, and ten times what tools write.
    static let iterations = 10_000_000
    /// All numbers of an algorithm with each other: scrypt has three (RFC 7914, section 7), and a length may stand beside.
    private static let product = 64 * iterations

    /// How deep elements stand in each other: twice what any algorithm has.
    private static let depthLimit = 10

    /// - Throws: ``OpenSSLError/tooManyIterations(limit:)``.
    static func check(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(OpenSSLError) {
        let der = try unsafe WipedBytes { unsafe i2d_X509_ALGOR(algorithm, $0) }
        let isBounded = der.withBytes { der in
            var product = 1
            return isWithin(DERReader(der.indices), der, &product, depth: 0)
        }
        guard isBounded else { throw .tooManyIterations(limit: iterations) }
    }

    /// The same for a key in encrypted PKCS#8.
    static func check(encrypted key: OpaquePointer?) throws(OpenSSLError) {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_SIG_get0(key, &algorithm, nil)
        try unsafe check(algorithm)
    }

    /// The same for the code of an archive, where it has one.
    static func check(codeOf archive: OpaquePointer) throws(OpenSSLError) {
        var count: UnsafePointer<ASN1_INTEGER>?
        unsafe PKCS12_get0_mac(nil, nil, nil, &count, archive)
        guard let count = unsafe count else { return }
        var number: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&number, count) == 1, number <= Int64(iterations) else {
            throw .tooManyIterations(limit: iterations)
        }
    }

    /// Whether all numbers in it are; what is no DER is for OpenSSL to refuse.
    private static func isWithin(
        _ content: consuming DERReader,
        _ der: Span<UInt8>,
        _ product: inout Int,
        depth: Int
    ) -> Bool {
        guard depth <= depthLimit else { return false }
        while let tag = content.nextTag(in: der), let place = try? content.next(tag, in: der) {
            if tag == DERReader.sequence,
                !isWithin(DERReader(place), der, &product, depth: depth + 1)
            {
                return false
            }
            guard tag == DERReader.integer else { continue }
            let number = place.reduce(0) { $0 > iterations ? $0 : $0 << 8 | Int(der[$1]) }
            product *= max(number, 1)
            guard number <= iterations, product <= Self.product else { return false }
        }
        return true
    }
}
