// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import Testing

struct CryptoKitTests {
    @Test func `the hash of abc is the one that FIPS 180 gives`() {
        let digest = SHA256.hash(data: Data("abc".utf8)).map { String(format: "%02x", $0) }
        #expect(
            digest.joined() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test func `a sealed box opens under its key alone`() throws {
        let key = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(Data("text".utf8), using: key)
        let combined = try #require(box.combined)
        let opened = try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key)
        #expect(opened == Data("text".utf8))
        #expect(throws: CryptoKitError.self) {
            try AES.GCM.open(box, using: SymmetricKey(size: .bits256))
        }
    }
}
