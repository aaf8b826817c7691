// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

struct SecrecyTests {
    /// Words that appear nowhere but in what must not be told.
    private static let words = ["Quillfeather", "lantern4711", "marmalade", "Tambourine"]

    private func place() throws -> Workplace {
        let place = try Workplace.withStores()
        try place.write("marmalade\n", to: "passphrase")
        try place.write(#"{"aps":{"alert":"Quillfeather"},"marmalade":}"#, to: "broken")
        try place.write(
            #"{"aps":{"alert":"\#(String(repeating: "Quillfeather ", count: 300))"}}"#,
            to: "large"
        )
        try place.write(#"{"aps":{},"sealedpush":{"from":"lantern4711"}}"#, to: "reserved")
        try place.seal("Quillfeather", "--name", "Tambourine")
        try place.tamper("sealed", into: "forged")
        return place
    }

    @Test(.rules("M-41 C-32"))
    func `errors hold no content, name, code, passphrase or path`() throws {
        let place = try place()
        let identity = try place.text("identity")
        let seal = [
            "seal", "--store", "@server", "--to", "@phone.bundle", "--recipient", "Tambourine",
            "--topic", "a.b",
        ]
        let add = ["contact", "add", "--store", "@phone", "--identity"]
        let runs: [[String]] = [
            seal + ["@broken"], seal + ["@large"], seal + ["@reserved"],
            seal + ["@large", "--shorten", "title", "--from", "lantern4711"],
            seal + ["@large", "--name", "Tambourine", "Quillfeather"],
            seal + ["Quillfeather.json"], seal + ["--placeholder", "marmalade", "--name"],
            seal + ["--collapse-key", "marmalade", "--ttl=marmalade"],
            seal + ["--ttl", "marmalade"],
            [
                "seal", "--store", "marmalade", "--to", "Quillfeather", "--topic", "a.b",
                "--untracked",
            ],
            [
                "seal", "--store", "@server", "--to", "@large", "--untracked", "--topic", "a.b",
                "@broken",
            ],
            ["open", "--store", "@phone", "@forged"], ["open", "--store", "@phone", "@large"],
            ["open", "--store", "@phone", "@broken"],
            ["open", "--store", "Quillfeather", "@sealed"],
            ["open", "--store", "@phone", "--passphrase-file", "@passphrase", "@sealed"],
            ["open", "--store", "@phone", "--at", "Quillfeather", "@sealed"],
            add + ["Tambourine", "--name", "Quillfeather", "--code", "lantern4711"],
            add + [identity, "--name", "Wilhelmina", "Tambourine"],
            add + [identity, "--name", "Wilhelmina", "O'Brien Tambourine"],
            add + [identity, "--name", "Tambourine\nTambourine"],
            add + [identity, "--name", "Tambourine", "--code", "lantern4711\n"],
            add + [identity, "--name=Quillfeather", "--code=lantern4711", "Tambourine"],
            ["sender", "init", "--store", "@large", "--passphrase-file", "@passphrase"],
            [
                "seal", "--store", "@server", "--as", "Quillfeather", "--to", "@phone.bundle",
                "--untracked",
            ],
            ["seal", "--store", "@server", "--to", "Quillfeather", "--topic", "marmalade"],
            seal + ["--untracked"],
            ["sender", "identity", "--store", "@server", "--as", "Tambourine"],
            [
                "seal", "--store", "@server", "--directory", "marmalade", "--recipient",
                "Tambourine",
            ],
            ["recipient", "confirm", "--store", "@server", "--recipient", "Tambourine"]
                + ["--device", "Quillfeather"],
            ["statement", "apply", "--store", "@server", "marmalade"],
            ["inspect", "@broken"],
            ["device", "retire", "--store", "@phone", "--device", "Quillfeather"],
            ["inspect", "@broken"], ["inspect", "@large"], ["Quillfeather"],
            ["contact", "remove", "--store", "@phone", "--identity", "marmalade"],
            [
                "contact", "verify", "--store", "@phone", "--identity", identity, "--number",
                "marmalade",
            ],
            ["contact", "import", "--store", "@phone", "--format", "json", "@broken"],
            ["contact", "import", "--store", "@phone", "--format", "vcard", "@large"],
            ["contact", "import", "--store", "@phone", "Quillfeather.vcf"],
            ["contact", "avatar", "--store", "@phone", "--identity", identity, "@broken"],
        ]
        for arguments in runs {
            let run = try place.run(arguments)
            #expect(run.status != 0, "\(arguments)")
            #expect(!run.errors.isEmpty)
            for word in Self.words {
                #expect(!run.errors.contains(word), "\(arguments)")
                // What fails shows the placeholder at most.
                #expect(!run.text.contains(word) || arguments.contains("@large"), "\(arguments)")
            }
        }
    }

    @Test(.rules("C-23")) func `a store and a sealed payload show none of the words`() throws {
        let place = try place()
        try place.succeed(
            "contact",
            "add",
            "--store",
            "@phone",
            "--identity",
            place.text("identity"),
            "--name",
            "Quillfeather",
            "--code",
            "lantern4711"
        )
        _ = try place.start(["open", "--store", "@phone", "@sealed"], output: "/dev/full").end()
        var files = 0
        let paths = FileManager.default.enumerator(atPath: place.path("phone"))
        while let path = paths?.nextObject() as? String {
            #expect(Self.words.allSatisfy { !path.contains($0) })
            guard let bytes = FileManager.default.contents(atPath: place.path("phone/\(path)"))
            else { continue }
            files += 1
            for word in Self.words { #expect(!bytes.contains(word.utf8)) }
        }
        #expect(files > 5)
        let sealed = try place.read("sealed")
        for word in Self.words { #expect(!sealed.contains(word.utf8)) }
    }
}
