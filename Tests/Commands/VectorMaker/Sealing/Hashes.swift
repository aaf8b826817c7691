// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes.span) }

func sha512(_ bytes: [UInt8]) -> [UInt8] { SHA512.hash(bytes.span) }

func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    HMACSHA256.code(key: key.span) { input in input.update(message) }
}
