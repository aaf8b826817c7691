// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CRawSodium
import Crypto
import Foundation

extension Primitive {
    /// 32 random bytes; swift-crypto gives them as a key.
    static func randomBytes(_ purpose: String) -> Primitive {
        let output = Buffer(32)
        return Primitive(
            "32 random bytes, \(purpose)",
            [
                (.libsodium, Work { unsafe randombytes_buf(output.start, 32) }),
                (.swiftCrypto, Work { keep(SymmetricKey(size: .bits256)) }),
            ]
        )
    }

    /// The bytes of an envelope's text; Foundation knows only the standard alphabet with padding.
    static func base64(decoding count: Int) -> Primitive {
        let standard = Data(Buffer(count).bytes).base64EncodedData()
        let text = Buffer(count * 4 / 3 + 4)
        let output = Buffer(count)
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        _ = unsafe text.start.withMemoryRebound(to: CChar.self, capacity: text.count) { text in
            unsafe sodium_bin2base64(text, count * 4 / 3 + 4, output.start, count, variant)
        }
        let textCount = (count * 4 + 2) / 3
        return Primitive(
            "base64 text of \(count) B",
            [
                (
                    .libsodium,
                    Work {
                        var decodedCount = 0
                        let status = unsafe text.start.withMemoryRebound(
                            to: CChar.self,
                            capacity: text.count
                        ) { text in
                            unsafe sodium_base642bin(
                                output.start,
                                count,
                                text,
                                textCount,
                                nil,
                                &decodedCount,
                                nil,
                                variant
                            )
                        }
                        guard status == 0 else { throw PrimitiveFailure() }
                    }
                ),
                (
                    .foundation,
                    Work {
                        guard let data = Data(base64Encoded: standard) else {
                            throw PrimitiveFailure()
                        }
                        keep(data)
                    }
                ),
            ]
        )
    }
}
