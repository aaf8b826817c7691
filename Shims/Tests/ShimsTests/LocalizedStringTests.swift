// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationShims
import Testing

struct LocalizedStringTests {
    @Test func `a key that no table has is the text, with its values`() {
        let (count, name) = (3, "Ann")
        #expect(String(localized: "New message") == "New message")
        #expect(String(localized: "100% of it") == "100% of it")
        #expect(String(localized: "\(count) messages of \(name)") == "3 messages of Ann")
        #expect(String(localized: "\(1.5, specifier: "%.2f") km, 100%") == "1.50 km, 100%")
        let german = Locale(identifier: "de_DE")
        #expect(String(localized: "\(Int32(-1)) \(UInt64(2000))", locale: german) == "-1 2.000")
        #expect(String(localized: "key", defaultValue: "\(count) new") == "3 new")
    }

    @Test func `a bundle's table has the text of a key`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = """
            "%lld messages of %@" = "%2$@: %1$lld Nachrichten";
            "%u of 100%%" = "%u von 100%%";
            "New message" = "Neue Nachricht";
            "key" = "%lld neue";
            """
        try Data(table.utf8).write(to: folder.appendingPathComponent("Localizable.strings"))
        try Data(#""Ok" = "Gut";"#.utf8).write(to: folder.appendingPathComponent("Other.strings"))
        let bundle = try #require(Bundle(url: folder))
        #expect(String(localized: "New message", bundle: bundle) == "Neue Nachricht")
        let messages = String(localized: "\(3) messages of \("Ann")", bundle: bundle)
        #expect(messages == "Ann: 3 Nachrichten")
        #expect(String(localized: "\(UInt8(7)) of 100%", bundle: bundle) == "7 von 100%")
        let given = String(localized: "key", defaultValue: "\(3) new", bundle: bundle)
        #expect(given == "3 neue")
        #expect(String(localized: "Ok", table: "Other", bundle: bundle) == "Gut")
    }
}
