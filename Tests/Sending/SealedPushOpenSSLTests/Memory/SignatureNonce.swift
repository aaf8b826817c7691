// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import CryptoTestSupport

/// The random number of a signature, which gives the key away to who has both.
enum SignatureNonce {
    /// Finds it as who has the key can: k = (e + r d) / s (SEC 1, section 4.1.3).
    static func of(_ signature: [UInt8], over message: String, by key: [UInt8]) -> [UInt8] {
        let text = Array(message.utf8)
        var hash = [UInt8](repeating: 0, count: 32)
        unsafe EVP_Digest(text, text.count, &hash, nil, EVP_sha256(), nil)
        let context = unsafe BN_CTX_new()
        let order = unsafe number([UInt8](hex: Self.order))
        let k = unsafe number(Array(signature.prefix(32)))
        let s = unsafe number(Array(signature.suffix(32)))
        let (d, e) = unsafe (number(key), number(hash))
        defer {
            let numbers = unsafe [order, k, s, d, e]
            for index in unsafe numbers.indices { unsafe BN_free(numbers[index]) }
            unsafe BN_CTX_free(context)
        }
        unsafe BN_mod_mul(k, k, d, order, context)
        unsafe BN_mod_add(k, k, e, order, context)
        unsafe BN_mod_inverse(s, s, order, context)
        unsafe BN_mod_mul(k, k, s, order, context)
        var bytes = [UInt8](repeating: 0, count: 32)
        unsafe BN_bn2binpad(k, &bytes, 32)
        return bytes
    }

    private static func number(_ bytes: [UInt8]) -> OpaquePointer? {
        unsafe BN_bin2bn(bytes, Int32(bytes.count), nil)
    }

    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
}
