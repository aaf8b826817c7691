// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What is done once and could not be printed: it is told on standard error, and ends with 9.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct UnshownOutputTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores()
    }

    private func unseen(_ arguments: String...) throws -> Transcript {
        try place.start(arguments, output: "/dev/full").end()
    }

    @Test func `maintenance whose output can't be written tells what it did, and does it once`()
        throws
    {
        let folder = place.path("phone/prekeys")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try place.write("damaged", to: "phone/prekeys/\(name)")
        }
        let run = try unseen("device", "maintain", "--store", "@phone")
        #expect(run.status == 9)
        #expect(
            run.errors.contains(
                "error: maintenance is done, but the output could not be written: the disk is full\n"
            )
        )
        #expect(run.errors.contains("hint: discarded 1 damaged: 1 prekey, 0 states; made reusable"))
        let next = try place.run("device", "maintain", "--store", "@phone")
        #expect(next.text.contains("nothing was due"))
        #expect(try unseen("device", "maintain", "--store", "@phone").status == 1)
    }

    @Test func `one-time prekeys whose bundle can't be written are told as handed out`() throws {
        let run = try unseen("device", "bundle", "--store", "@phone", "--one-time", "5")
        #expect(run.status == 9)
        #expect(run.errors.contains("error: the one-time prekeys count as handed out, but"))
        #expect(run.errors.contains("hint: the same command makes others\n"))
        #expect(try unseen("device", "bundle", "--store", "@phone").status == 1)
    }

    #if canImport(SimulatedDevice)
        @Test func `a push whose report can't be printed is told as delivered`() throws {
            try place.seal("Dinner at eight?")
            let run = try unseen("sealedpush-lab", "run", "--store", "@phone", "@sealed")
            #expect(run.status == 9)
            #expect(run.errors.contains("error: the push is delivered, but the output could not"))
            #expect(
                run.errors.contains("hint: a device shows a message once: have it sealed again")
            )
            #expect(try place.open().string("error") == "replayed")
        }

        @Test func `why a device shows the placeholder is told`() throws {
            try place.seal("Dinner at eight?")
            try place.succeed("sealedpush-lab", "run", "--store", "@phone", "@sealed")
            let run = try place.succeed("sealedpush-lab", "run", "--store", "@phone", "@sealed")
            #expect(
                run.errors.contains(
                    "this push shows nothing of its message: the message was handed over before (replayed)\n"
                )
            )
        }
    #endif
}
