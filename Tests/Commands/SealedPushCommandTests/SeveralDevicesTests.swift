// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

struct SeveralDevicesTests {
    @Test(.enabled(if: geteuid() != 0, "NOT RUN: the superuser may always write"))
    func `a store that can't remember ends with 6`() throws {
        let place = try Workplace.withStores()
        try place.make("tablet")
        let pins = place.path("server/pins")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: pins)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: pins)
        }
        let sealed = try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic, "--untracked"]
                + ["--to", "@phone.bundle", "--to", "@tablet.bundle"],
            input: #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#
        )
        #expect(sealed.status == 6)
        #expect(sealed.text.matches(of: /"error":"memoryUnavailable"/).count == 2)
    }
}
