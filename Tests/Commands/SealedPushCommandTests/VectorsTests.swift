// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

struct VectorsTests {
    @Test func `the project's vectors pass`() throws {
        let folder = "\(Repository.folder)/docs/vectors"
        let run = try Workplace().run("sealedpush-lab", "vectors", "check", folder)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.line.hasSuffix(" passed, 0 failed"))
    }

    @Test func `a vector that fails is named, and the command ends with 1`() throws {
        let place = try Workplace()
        try place.write(Repository.read("docs/vectors/0101-plain.json"), to: "other.json")
        let run = try place.run("sealedpush-lab", "vectors", "check", place.folder)
        #expect(run.status == 1)
        #expect(run.text.hasPrefix("other: "))
        #expect(run.line.hasSuffix("0 passed, 1 failed"))
        #expect(run.errors == "sealedpush-lab: error: not every vector passed\n")
    }

    @Test(arguments: ["@nowhere", "@."])
    func `a folder without vectors is a usage error`(_ folder: String) throws {
        let run = try Workplace().run("sealedpush-lab", "vectors", "check", folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
    }
}
