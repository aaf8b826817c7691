// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// Two processes that make a store in one place at the same moment.
struct InitRaceTests {
    static let device = ["device", "init", "--store", "@store", "--topic", "a.b"]
    static let sender = ["sender", "init", "--store", "@store"]
    /// How often; the two meet at another instant each time.
    static let rounds = 25

    private func race(
        _ first: [String],
        _ second: [String],
        options: [String] = [],
        _ check: (Workplace, [Transcript]) throws -> Void
    ) throws {
        for _ in 0..<Self.rounds {
            let place = Workplace()
            let running = try [first, second].map { try place.start($0 + options) }
            try check(place, try running.map { try $0.end() })
            let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
            #expect(!left.contains { $0.contains(".new-") }, "\(left)")
        }
    }

    private static func identity(_ place: Workplace) throws -> String? {
        try place.succeed("device", "show", "--store", "@store", "--json").string("identity")
    }

    @Test(.rules("C-31"), arguments: [device, sender])
    func `of two inits of one kind one wins, and the other ends as a later one does`(
        _ arguments: [String]
    ) throws {
        try race(arguments, arguments) { place, transcripts in
            #expect(transcripts.map(\.status).sorted() == [0, 6])
            let winner = try #require(transcripts.first { $0.status == 0 })
            let loser = try #require(transcripts.first { $0.status == 6 })
            let later = try place.run(arguments)
            #expect(loser.errors == later.errors)
            #expect(loser.text == later.text)
            if arguments == Self.device {
                #expect(try winner.line == Self.identity(place))
            } else {
                let listed = try place.succeed("sender", "list", "--store", "@store", "--json")
                let senders = try #require(try listed.json().elements)
                #expect(senders.compactMap { $0["identity"]?.string } == [winner.line])
            }
        }
    }

    @Test func `a device and a sender come into one store`() throws {
        try race(Self.device, Self.sender) { place, transcripts in
            #expect(transcripts.map(\.status) == [0, 0], "\(transcripts.map(\.errors))")
            #expect(try transcripts[0].line == Self.identity(place))
            let listed = try place.succeed("sender", "list", "--store", "@store", "--json")
            let senders = try #require(try listed.json().elements)
            #expect(senders.compactMap { $0["identity"]?.string } == [transcripts[1].line])
        }
    }

    @Test func `both may bring the key in a file that neither finds`() throws {
        try race(Self.device, Self.sender, options: ["--key-file", "@key"]) { place, transcripts in
            #expect(transcripts.map(\.status) == [0, 0], "\(transcripts.map(\.errors))")
            let shown = try place.succeed(
                "device",
                "show",
                "--store",
                "@store",
                "--key-file",
                "@key",
                "--json"
            )
            #expect(try shown.string("identity") == transcripts[0].line)
        }
    }
}
