// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// The stores of every format, as who has one uses it.
struct SampleTests {
    /// When the samples were made.
    static let time = "2026-11-21T20:00:00Z"

    private func place(_ format: Int) throws -> Workplace {
        let place = try Workplace()
        try SampleStores.copy(format: format, to: place.path("sample"))
        return place
    }

    private func line(_ place: Workplace, _ file: String) throws -> String {
        try place.text("sample/\(file)").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: SampleStores.formats)
    func `a device of every format is shown, and opens what it claimed and what it did not`(
        format: Int
    ) throws {
        let place = try place(format)
        let shown = try place.succeed("device", "show", "--store", "@sample/store", "--json")
        #expect(try shown.string("topic") == "com.example.app")
        #expect(try shown.json()["prekeys"]?.elements?.count == 3)
        let sender = try place.succeed("sender", "identity", "--store", "@sample/store")
        #expect(try sender.line == line(place, "store.identity"))

        let open = ["open", "--store", "@sample/store", "--at", Self.time]
        let recovered = try place.run(open + ["@sample/undelivered.json"])
        #expect(recovered.status == 0)
        #expect(try recovered.string("status") == "recovered")
        #expect(try recovered.string("notification", "body") == "The kettle is whistling")
        #expect(try recovered.string("sender", "name") == "Ann Quillfeather")
        for file in ["undelivered", "delivered"] {
            let replayed = try place.run(open + ["@sample/\(file).json"])
            #expect(replayed.status == 5)
            #expect(try replayed.string("error") == "replayed")
        }
        guard format > 1 else { return }
        let parked = try place.run(open + ["--parked"])
        #expect(parked.status == 0)
        #expect(parked.text.contains("The plums are ripe"))
    }

    @Test(arguments: SampleStores.formats)
    func `the contacts of every format have their names`(format: Int) throws {
        let place = try place(format)
        let list = try place.succeed("contact", "list", "--store", "@sample/store").text
        let names = [
            "Ann Quillfeather", "Supper Club", format == 1 ? "Benno Plum" : "Benno Pflaume",
        ]
        for name in names { #expect(list.contains(name)) }
        #expect(try list.contains(line(place, "server.identity")))
        try place.write(SampleStores.passphrases[format] ?? "", to: "passphrase")
        let locked = try place.succeed(
            "sender",
            "identity",
            "--store",
            "@sample/locked",
            "--passphrase-file",
            "@passphrase"
        )
        #expect(try locked.line == line(place, "locked.identity"))
    }
}
