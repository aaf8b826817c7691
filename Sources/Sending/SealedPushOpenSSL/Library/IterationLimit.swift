// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// How much work a file may ask for before its passphrase is known to be right.
enum IterationLimit {
    /// Ten million: some seconds, and ten times what tools write.
    static let iterations = 10_000_000
    /// All numbers of an algorithm with each other: scrypt has three (RFC 7914, section 7), and a
    /// length may stand beside.
    private static let product = 64 * iterations

    /// How deep elements stand in each other: twice what any algorithm has.
    private static let depthLimit = 10

    /// - Throws: ``OpenSSLError/tooManyIterations(limit:)``.
    static func check(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(OpenSSLError) {
        let der = try unsafe WipedBytes { unsafe i2d_X509_ALGOR(algorithm, $0) }
        let isBounded = der.withBytes { der in
            unsafe der.withCBytes { bytes, count in
                var product = 1
                return unsafe isWithin(bytes, bytes + count, &product, depth: 0)
            }
        }
        guard isBounded else { throw .tooManyIterations(limit: iterations) }
    }

    /// The same for a key in encrypted PKCS#8.
    static func check(encrypted key: OpaquePointer?) throws(OpenSSLError) {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_SIG_get0(key, &algorithm, nil)
        try unsafe check(algorithm)
    }

    /// The same for the code of an archive, if it has one: in its own field, or in its algorithm
    /// (PBMAC1, RFC 9579).
    static func check(codeOf archive: OpaquePointer) throws(OpenSSLError) {
        var algorithm: UnsafePointer<X509_ALGOR>?
        var count: UnsafePointer<ASN1_INTEGER>?
        unsafe PKCS12_get0_mac(nil, &algorithm, nil, &count, archive)
        if let algorithm = unsafe algorithm { try unsafe check(algorithm) }
        guard let count = unsafe count else { return }
        var number: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&number, count) == 1, number <= Int64(iterations) else {
            throw .tooManyIterations(limit: iterations)
        }
    }

    /// Whether all numbers between two places are; what is no DER is for OpenSSL to refuse.
    @unsafe
    private static func isWithin(
        _ start: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>,
        _ product: inout Int,
        depth: Int
    ) -> Bool {
        guard depth <= depthLimit else { return false }
        var place: UnsafePointer<UInt8>? = unsafe start
        while let head = unsafe place, unsafe head < end {
            var (count, tag, kind) = (0, 0 as Int32, 0 as Int32)
            let form = unsafe ASN1_get_object(&place, &count, &tag, &kind, end - head)
            guard form & 0x80 == 0, let content = unsafe place, unsafe end - content >= count
            else {
                ERR_clear_error()
                return true
            }
            if form & V_ASN1_CONSTRUCTED != 0 {
                let inside = unsafe form & 1 == 0 ? content + count : end
                guard unsafe isWithin(content, inside, &product, depth: depth + 1) else {
                    return false
                }
            } else if tag == V_ASN1_INTEGER, kind == V_ASN1_UNIVERSAL {
                let number = (0..<count).reduce(0) { number, index in
                    number > iterations ? number : number << 8 | Int(unsafe content[index])
                }
                product *= max(number, 1)
                guard number <= iterations, product <= Self.product else { return false }
            }
            unsafe place = content + count
        }
        return true
    }
}
