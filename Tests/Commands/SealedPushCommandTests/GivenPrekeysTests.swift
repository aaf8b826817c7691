// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// The list of prekeys that a folder gave out.
struct GivenPrekeysTests {
    @Test(.rules("C-29")) func `no part of a list and no list with another byte is whole`() throws {
        let place = Workplace()
        let list = GivenPrekeys(of: place.path("a.bundle"))
        let ids = (0..<2).map { PrekeyRecord.ID([UInt8](repeating: $0, count: 8)) }
        let end = try #require(Timestamp(milliseconds: 1_750_000_000_000))
        let given = Dictionary(uniqueKeysWithValues: ids.map { ($0, end) })
        for whole in [given, [:]] {
            try list.write(whole)
            #expect(try list.read() == whole)
            let bytes = try place.read("a.given")
            let changed = bytes.indices.map { index in
                var changed = bytes
                changed[index] ^= 1
                return changed
            }
            for damaged in bytes.indices.map({ Array(bytes[..<$0]) }) + changed {
                try place.write(damaged, to: "a.given")
                let error = #expect(throws: CommandError.self) { try list.read() }
                #expect(error?.name == "damaged")
            }
            try FileManager.default.removeItem(atPath: list.path)
            #expect(throws: CommandError.self) { try list.read() }
            // Where there never was a list none is missed.
            #expect(try GivenPrekeys(of: place.path("b.bundle")).read() == [:])
        }
    }

    @Test(arguments: [
        "", "\n", "sum", "sum 0", "0000000000000000\nsum 00\n", "0000000000000000 \nsum 00\n",
        "0000000000000000 1 2\nsum 00\n", "00 1\nsum 00\n", "0000000000000000 -1\nsum 00\n",
    ])
    func `a text that is no list is damaged, and stops nothing`(_ text: String) throws {
        let place = Workplace()
        try place.write(text, to: "a.given")
        let list = GivenPrekeys(of: place.path("a.bundle"))
        let error = #expect(throws: CommandError.self) { try list.read() }
        #expect(error?.name == "damaged")
    }
}
