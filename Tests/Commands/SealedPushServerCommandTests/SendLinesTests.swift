// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedAPNs
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// `send --tokens`: many pushes, a line each.
struct SendLinesTests {
    private let folder = TemporaryFolder()
    private static let (phone, tablet) = ("a1b2c3d4", "b2c3d4e5")

    init() throws {
        try folder.write(
            """
            {"device":"d1","token":"\(Self.phone)"}
            {"device":"d2","token":"\(Self.tablet)"}

            """,
            to: "tokens"
        )
    }

    private func line(_ first: String, _ rest: String = "") -> String {
        #"{"# + first + #","headers":{"apns-topic":"com.example.app"},"payload":{"aps":{}}"# + rest
            + "}\n"
    }

    /// Runs a script, and gives what it left in the file "out", a line each.
    private func run(
        _ script: String
    ) async throws -> (status: Int32, connections: Int, results: [JSONValue]) {
        let (status, counts) = try await ServedShell.run(
            script,
            in: folder,
            tokens: [Self.phone, Self.tablet]
        )
        let results = try folder.text("out").split(separator: "\n").map { line in
            try JSONDocument(reading: Array(line.utf8)).root
        }
        return (status, counts.connections, results)
    }

    @Test func `hundreds of lines go over one connection, and each has a result`() async throws {
        let lines = (0..<600).map { line(#""device":"d\#($0 % 2 + 1)""#) }
        try folder.write(lines.joined(), to: "lines")
        let run = try await run(
            "cat lines | send --time-limit 600 --tokens tokens - > out 2> errors"
        )
        let errors = try folder.text("errors")
        #expect(run.status == 0, "\(errors)")
        #expect(run.connections == 1)
        #expect(Set(run.results.compactMap { $0["line"]?.integer }) == Set(1...600))
        #expect(run.results.allSatisfy { $0["result"]?.string == "accepted" })
        #expect(Set(run.results.compactMap { $0["id"]?.string }).count == 600)
    }

    @Test func `each line that fails is told, and the others are sent`() async throws {
        let id = "123e4567-e89b-12d3-a456-426655440000"
        let lines = [
            #"{"device":"d3","error":"newDevice"}"# + "\n", line(#""device":"nobody""#), "{\n",
            "\n",
            line(
                #""device":"d1""#,
                #","oneTimeExhausted":false,"expiryClamped":true,"statements":2"#
            ),
            line(#""token":"ffff","id":"\#(id)""#), line(#""device":"d1""#, #","paylod":1"#),
            #"{"file":"old.bundle","error":"wrongCheck"}"# + "\n",
        ]
        try folder.write(lines.joined(), to: "lines")
        let run = try await run("send --tokens tokens lines > out 2> errors")
        #expect(run.status == 8)
        let results = Dictionary(
            uniqueKeysWithValues: run.results.map { ($0["line"]?.integer ?? 0, $0) }
        )
        #expect(Set(results.keys) == [1, 2, 3, 5, 6, 7, 8])
        #expect(results[1]?["error"]?.string == "newDevice")
        #expect(results[2]?["error"]?.string == "noToken")
        #expect(results[3]?["error"]?.string == "malformedLine")
        #expect(results[5]?["result"]?.string == "accepted")
        #expect(results[6]?["result"]?.string == "rejected")
        #expect(results[6]?["reason"]?.string == "BadDeviceToken")
        #expect(results[6]?["id"]?.string == id)
        #expect(results[7]?["error"]?.string == "malformedLine")
        #expect(results[8]?["device"]?.string == "old.bundle")
        let errors = try folder.text("errors")
        #expect(errors.contains("note: line 3: it is not JSON: it ends too early, at byte 1\n"))
        #expect(errors.contains("note: line 7: 'paylod' means nothing here\n"))
        #expect(errors.contains("error: 1 accepted, 0 to be sent again later, 6 failed\n"))
    }

    @Test func `a result is printed while the next line is waited for`() async throws {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run(
            """
            mkfifo pipe
            { cat line; until grep -q accepted out; do sleep 0.1; done; cat line; } > pipe &
            send --tokens tokens pipe > out 2> errors
            """
        )
        #expect(run.status == 0)
        #expect(run.results.count == 2)
    }

    @Test func `a line that is too long is told, and those behind it are sent`() async throws {
        try folder.write(line(#""device":"d1""#), to: "line")
        let long = String(repeating: "x", count: 65_537)
        try folder.write(long + "\n", to: "long")
        try folder.write(long + String(repeating: "y", count: 300_000) + "\n", to: "longer")
        try folder.write(String(long.dropLast()) + "\n", to: "full")
        let run = try await run(
            "cat line long line longer full line longer | send --tokens tokens - > out 2> errors"
        )
        #expect(run.status == 8)
        let results = run.results.sorted { $0["line"]?.integer ?? 0 < $1["line"]?.integer ?? 0 }
        #expect(results.map { $0["line"]?.integer } == Array(1...7))
        #expect(
            results.map { $0["error"]?.string } == [
                nil, "malformedLine", nil, "malformedLine", "malformedLine", nil, "malformedLine",
            ]
        )
        let errors = try folder.text("errors")
        for number in [2, 4, 7] {
            #expect(errors.contains("note: line \(number): it has more than 65536 bytes\n"))
        }
        #expect(errors.contains("note: line 5: it is not JSON"))
    }

    @Test func `a line without an end is refused, and what was sent before it is told`()
        async throws
    {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run(
            "{ cat line; tr '\\0' x < /dev/zero; } | send --tokens tokens - > out 2> errors"
        )
        #expect(run.status == 64)
        #expect(
            run.results.map { $0["result"]?.string }.sorted { $0 ?? "" < $1 ?? "" }
                == ["accepted", "failed"]
        )
        #expect(try folder.text("errors").contains("line 2 of the lines does not end"))
    }

    @Test func `once a result can't be written nothing more is sent, and what was taken is named`()
        async throws
    {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run(
            """
            mkfifo pipe
            { cat line line line; sleep 60 > /dev/null 2> /dev/null; cat line; } > pipe &
            writer=$!
            touch out
            send --tokens tokens pipe > /dev/full 2> errors
            code=$?
            kill $writer
            exit $code
            """
        )
        #expect(run.status == 9)
        let errors = try folder.text("errors")
        #expect(errors.contains("took 3 pushes whose results are not in the output"))
        for number in 1...3 { #expect(errors.contains("not written: {\"line\":\(number),")) }
    }

    @Test func `a signal ends the reading, and what was sent has a result`() async throws {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run(
            """
            mkfifo pipe
            { while cat line; do :; done; } > pipe 2> /dev/null &
            prefix=exec
            send --tokens tokens pipe > out 2> errors &
            until grep -q accepted out; do sleep 0.1; done
            kill -TERM $!
            wait $!
            """
        )
        #expect(run.status == 75)
        let lines = run.results.compactMap { $0["line"]?.integer }
        #expect(lines.sorted() == Array(1...lines.count))
        #expect(run.results.allSatisfy { $0["result"]?.string == "accepted" })
        let errors = try folder.text("errors")
        #expect(errors.contains("ended by a signal: \(lines.count) accepted, 0 to be sent again"))
    }

    @Test func `a line is no payload of a single push`() async throws {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run("send --to \(Self.phone) line > out 2> errors")
        #expect(run.status == 4)
        #expect(try folder.text("errors").contains("hint: --tokens sends such lines"))
    }

    @Test func `where no line comes the command says so`() async throws {
        let run = try await run("send --tokens tokens - < /dev/null > out 2> errors")
        #expect(run.status == 64)
        #expect(try folder.text("errors").contains("error: no line came"))
    }

    @Test func `a pipe without a writer is waited for`() async throws {
        try folder.write(line(#""device":"d1""#), to: "line")
        let run = try await run(
            """
            mkfifo pipe
            { sleep 1; cat line > pipe; } &
            send --tokens tokens pipe > out 2> errors
            """
        )
        #expect(run.status == 0)
        #expect(run.results.count == 1)
    }

    @Test func `headers that are no object, and a device with two tokens, are refused`()
        async throws
    {
        try folder.write(
            #"{"device":"d1","headers":"apns-expiration: 0","payload":{"aps":{}}}"#,
            to: "lines"
        )
        let run = try await run("send --tokens tokens lines > out 2> errors")
        #expect(run.status == 8)
        #expect(try folder.text("errors").contains("note: line 1: 'headers' has a value of no use"))
        try folder.write(
            #"{"device":"D1","token":"aa"}"# + "\n" + #"{"device":"d1","token":"bb"}"#,
            to: "twice"
        )
        let twice = try await self.run("send --tokens twice lines > out 2> errors")
        #expect(twice.status == 64)
        #expect(
            try folder.text("errors")
                .contains("line 2 of the list of tokens: an earlier line has this 'device'")
        )
    }

    @Test(arguments: [
        ("tokens", "--to a1b2c3d4 --tokens tokens lines", "either --to names a token"),
        ("tokens", "lines", "either --to names a token"),
        ("tokens", "--tokens tokens --id x lines", "each line has headers and an id of its own"),
        ("tokens", "--tokens - -", "can't both come from standard input"),
        ("bad", "--tokens bad lines", "line 1 of the list of tokens: 'token' is missing"),
    ])
    func `what makes no sense is refused before anything is sent`(
        _ file: String,
        _ arguments: String,
        _ message: String
    ) async throws {
        try folder.write(#"{"device":"d1"}"#, to: "bad")
        try folder.write(line(#""device":"d1""#), to: "lines")
        let run = try await run("send \(arguments) > out 2> errors")
        #expect(run.status == 64)
        #expect(run.connections == 0)
        #expect(try folder.text("errors").contains(message))
    }
}
