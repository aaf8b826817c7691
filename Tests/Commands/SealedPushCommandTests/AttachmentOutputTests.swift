// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import TestSupport
import Testing

@testable import SealedPushCommand

/// The file that a command writes beside its place, until it is whole.
struct AttachmentOutputTests {
    private let place: Workplace

    init() throws {
        place = Workplace()
        try place.write("a picture", to: "photo.jpg")
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: place.path(name))
    }

    @Test(.rules("A-15")) func `a file has its name once it is whole`() throws {
        let names = try names
        let output = try AttachmentOutput(creating: place.path("copy.jpg"))
        try output.append([1, 2, 3].span)
        #expect(!exists("copy.jpg"))
        let partial = try self.names.subtracting(names)
        #expect(partial.count == 1)
        #expect(partial.first?.hasPrefix("copy.jpg.partial-") == true)
        try output.finish()
        #expect(try place.read("copy.jpg") == [1, 2, 3])
        #expect(try self.names == names.union(["copy.jpg"]))
    }

    @Test func `a file goes again where what belongs to it fails`() throws {
        let names = try names
        do {
            let output = try AttachmentOutput(creating: place.path("photo.sealed"))
            try output.finish { () throws(CommandError) in
                #expect(exists("photo.sealed"))
                throw CommandError(.failure, name: "outputFailed", "no room")
            }
            Issue.record("what failed is told")
        } catch {
            #expect(error.name == "outputFailed")
        }
        #expect(try self.names == names)
    }

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: place.path)) }
    }
}
