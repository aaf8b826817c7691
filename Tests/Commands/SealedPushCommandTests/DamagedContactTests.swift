// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// What is shown of a contact whose records are damaged (docs/store.md).
struct DamagedContactTests {
    @Test(.rules("C-30"))
    func `a damaged name of a code makes its messages an unknown sender's`() throws {
        let place = try Workplace.withStores()
        let folder = "phone/contacts"
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
        var titles: [String?] = []
        for name in names.map({ "\(folder)/\($0)" }) {
            let record = try place.read(name)
            try place.write("damaged", to: name)
            try place.seal("Dinner at eight?")
            let opened = try place.open()
            titles.append(try opened.string("notification", "title"))
            if titles.last == "Unknown sender" {
                #expect(try opened.string("notification", "body") == "Dinner at eight?")
                #expect(try opened.json()["notification"]?["sound"]?.string == nil)
                #expect(try opened.string("sender", "trust") == "unverified")
            }
            try place.write(record, to: name)
        }
        // The identity, the name of the code, and whose the code is.
        let expected: Set = ["New notification", "Unknown sender", "Ann"]
        #expect(titles.count == 3 && Set(titles.compactMap(\.self)) == expected)
    }
}
