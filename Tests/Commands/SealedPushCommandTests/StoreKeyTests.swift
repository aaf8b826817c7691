// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct StoreKeyTests {
    @Test(.enabled(if: geteuid() == 0, "NOT RUN: only the superuser can give a file away"))
    func `the passphrase of another user is refused`() throws {
        let place = Workplace()
        try place.write("correct horse\n", to: "passphrase")
        try FileManager.default.setAttributes(
            [.ownerAccountID: 12345],
            ofItemAtPath: place.path("passphrase")
        )
        let make = ["sender", "init", "--store", "@store", "--passphrase-file", "@passphrase"]
        let refused = try place.run(make)
        #expect(refused.status == 6)
        #expect(refused.errors.contains("the passphrase file belongs to another user"))
    }
}
