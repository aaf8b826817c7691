// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RawRequests
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelay
import SealedPushRelayClient
import SealedPushRelayTesting
import SealedPushSender
import SealedPushStore
import SimulationSupport
import Synchronization
import TestSupport
import Testing

/// `sealedpush pair` and `sealedpush notify` at a relay that runs.
@Suite(.timeLimit(.minutes(10)))
struct PairCommandTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws { try place.makeFolder("relay") }

    /// A relay, and a phone that is active there.
    private func served() async throws -> (relay: ServedRelay, phone: AnsweringPhone) {
        let (relay, phones) = try await served(phones: 1)
        return (relay, try #require(phones.first))
    }

    private func served(
        phones count: Int
    ) async throws -> (relay: ServedRelay, phones: [AnsweringPhone]) {
        let program = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(program, ["relay-keys", "relay/keys"], in: folder).status == 0)
        // The database is closed before the relay opens it.
        let phones = try await phones(count)
        let relay = try await ServedRelay(
            ["--port", "\(Listener.freePort())", "--operator-port", "0", "--app", "chat"]
                + ["--topic", "com.example.chat", "--data", "relay"],
            in: folder,
            environment: ["SEALEDPUSH_KEYS": "relay/keys"]
        )
        return (relay, phones)
    }

    private func phones(_ count: Int) async throws -> [AnsweringPhone] {
        let store = try SQLiteRelayStore(path: folder + "/relay/relay.sqlite") { .now }
        var phones: [AnsweringPhone] = []
        for _ in 0..<count { phones.append(try await AnsweringPhone(in: store)) }
        return phones
    }

    private var environment: [String: String] {
        // What is no absolute path is passed over.
        ["HOME": folder, "PATH": "/usr/bin:/bin", "TERM": "dumb", "XDG_DATA_HOME": "."]
    }

    /// Starts the command; of what it reads and tells, a terminal may be the other end.
    private func start(
        _ words: [String],
        terminal: OwnTerminal? = nil
    ) throws -> ProbeProcess {
        let line = terminal.map { #"exec "$@" < \#($0.path) 2> \#($0.path)"# }
        return try ProbeProcess(
            "/bin/sh",
            ["-c", line ?? #"exec "$@""#, "sh", BuiltProgram.named("sealedpush").path] + words,
            environment: environment,
            errors: .writing(folder + "/errors", appending: true)
        )
    }

    private func run(_ words: String...) throws -> Tool { try run(words) }

    /// Runs the command without a terminal, with errors among its output.
    private func run(_ words: [String]) throws -> Tool {
        let line = ["-c", #"exec "$@" 2>&1"#, "sh", BuiltProgram.named("sealedpush").path]
        return try Tool.run(
            URL(filePath: "/bin/sh"),
            line + words,
            in: folder,
            environment: environment
        )
    }

    /// The number of messages that the relay has.
    private func waiting() throws -> Int? {
        let show = ["outbox", "show", "--json", "--data", "relay"]
        let shown = try Tool.run(BuiltProgram.named("sealedpush-server"), show, in: folder)
        let lanes = try JSONDocument(reading: shown.bytes).root["lanes"]?.elements
        return lanes?.compactMap { $0["waiting"]?.integer }.reduce(0, +)
    }

    private func link(of process: ProbeProcess) async throws -> PairingLink {
        let line = try await onThread { try process.line(within: patience) }
        let told = try? String(contentsOfFile: folder + "/errors", encoding: .utf8)
        return try PairingLink(#require(line, "no link: \(told ?? "")"), from: .camera)
    }

    @Test func `from an empty folder to a message at the relay`() async throws {
        let (relay, phone) = try await served()
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--yes", "--link"]
        )
        let link = try await link(of: process)
        #expect(link.name == "Build server" && link.relayURL == relay.url)
        try await phone.answer(link, at: relay)
        let status = try await onThread { process.program.waitForEnd().status }
        #expect(status == 0)
        // The store is the user's own, and no other user reads it.
        let store = folder + "/.local/share/sealedpush"
        let mode = try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        let list = try run("recipient", "list")
        #expect(list.output.hasPrefix("confirmed    1 device  "))
        #expect(list.output.hasSuffix("  Ann's phone\n"))
        let renamed = try run("recipient", "rename", "--recipient", "Ann's phone", "--label", "ann")
        #expect(renamed.status == 0 && renamed.output.isEmpty)
        for words in [["Build done"], ["--to", "ann", "Again"], ["--to", "all", "And again"]] {
            let sent = try run(["notify"] + words)
            #expect(sent.status == 0 && sent.output.isEmpty)
        }
        // One message of the pairing, and three texts.
        #expect(try waiting() == 4)
        let removed = try run("recipient", "remove", "--recipient", "ann")
        #expect(removed.output == "sealedpush: note: removed: 1 device\n")
        let none = try run("notify", "Too late")
        #expect(none.status == 64 && none.output.contains("no recipient is paired"))
        #expect(relay.stop() == 0)
    }

    @Test func `of several recipients one is named, and a phone that has ended is told`()
        async throws
    {
        let (relay, phones) = try await served(phones: 2)
        for phone in phones {
            let process = try start(
                ["pair", "--relay", relay.url, "--name", "Build server", "--yes", "--link"]
            )
            try await phone.answer(try await link(of: process), at: relay)
            let status = try await onThread { process.program.waitForEnd().status }
            #expect(status == 0)
        }
        let several = try run("notify", "Build done")
        #expect(several.status == 64)
        let labels = #"there are several recipients: "Ann's phone", "Ann's phone 2""#
        #expect(several.output.contains(labels))
        try place.write(#"{"aps":{"alert":{"body":"By JSON"}}}"#, to: "payload.json")
        #expect(try run("notify", "--to", "all", "--json", "payload.json").status == 0)
        #expect(try waiting() == 4)
        let long = String(repeating: "Build done ", count: 1000)
        #expect(try run("notify", "--to", "Ann's phone", "--exact", long).status == 2)
        #expect(try run("notify", "--to", "Ann's phone", long).status == 0)
        try await phones[1].end(at: relay)
        let ended = try run("notify", "--to", "all", "Again")
        #expect(ended.status == 10)
        let told = "note: Ann's phone 2: the endpoint or its device has ended; 'sealedpush pair"
        #expect(ended.output.contains(told))
        #expect(ended.output.contains("error: 1 of 2 devices got no message\n"))
        #expect(!ended.output.contains("hint"))
        #expect(try run("recipient", "list").output.contains("empty        0 devices"))
        // What was meant for the one that has ended goes to no other.
        #expect(try run("notify", "And again").status == 64)
        #expect(try run("recipient", "remove", "--recipient", "Ann's phone 3").status == 64)
        #expect(try run("recipient", "remove", "--recipient", "Ann's phone 2").status == 0)
        #expect(try run("notify", "And again").status == 0)
        #expect(relay.stop() == 0)
    }

    @Test func `each device without a message is told by its name, with what helps it`()
        async throws
    {
        let (relay, phones) = try await served(phones: 2)
        for (index, phone) in phones.enumerated() {
            let words = ["pair", "--relay", relay.url, "--name", "Build server", "--yes", "--link"]
            let process = try start(words + (index == 0 ? [] : ["--to", "Ann's phone"]))
            try await phone.answer(try await link(of: process), at: relay)
            let status = try await onThread { process.program.waitForEnd().status }
            #expect(status == 0)
        }
        try await phones[1].end(at: relay)
        let some = try run("notify", "Build done")
        let name = #/note: Ann's phone, device [0-9a-f]{8}: the endpoint or its device has ended; /#
        #expect(some.status == 10 && some.output.contains(name), "\(some.output)")
        try await phones[0].end(at: relay)
        let one = try run("notify", "Build done")
        #expect(one.status == 10)
        let words = "nothing was sent to Ann's phone: the endpoint or its device has ended"
        #expect(one.output.contains("error: \(words)\n"), "\(one.output)")
        #expect(one.output.contains("hint: 'sealedpush pair --to ...' pairs a phone anew"))
        #expect(relay.stop() == 0)
    }

    @Test func `a text of any length is read to its end, and shortened at a character`()
        async throws
    {
        let (relay, phone) = try await served()
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--yes", "--link"]
        )
        try await phone.answer(try await link(of: process), at: relay)
        let status = try await onThread { process.program.waitForEnd().status }
        #expect(status == 0)
        try place.write("x" + String(repeating: "\u{20AC}", count: 1_000_000), to: "long.txt")
        func send(_ option: String) throws -> Tool {
            let line = """
                export HOME=$PWD XDG_DATA_HOME=.
                { cat long.txt; echo $? > written; } | sealedpush notify \(option) - 2>&1 \
                    || echo ends with $?
                """
            return try Tool.shell(line, in: folder)
        }
        let sent = try send("")
        #expect(sent.output.isEmpty)
        #expect(try waiting() == 2)
        #expect(try String(contentsOfFile: folder + "/written", encoding: .utf8) == "0\n")
        #expect(try send("--exact").output.hasSuffix("ends with 2\n"))
        #expect(try waiting() == 2)
        #expect(relay.stop() == 0)
    }

    @Test func `a passphrase is read once, also where the store is made`() async throws {
        let relay = try await served().relay
        let pair = "sealedpush pair --store locked --name A --yes --link"
        // The operator's port takes no answers: the code is not shown.
        let line = "\(pair) --relay \(relay.operatorURL) --passphrase-file"
        for _ in 0..<2 {
            let made = try Tool.shell(
                "mkfifo words; printf secret > words & \(line) words 2>&1 || echo ends with $?;"
                    + " rm words",
                in: folder
            )
            #expect(made.output.contains("the relay takes no answers to codes, or is none"))
            #expect(made.output.hasSuffix("ends with 8\n"))
        }
        #expect(relay.stop() == 0)
    }

    @Test(arguments: [(80, 60), (80, 26), (80, 25), (40, 60)])
    func `a code that does not fit into the terminal is not shown, and its link says why`(
        _ columns: UInt16,
        _ rows: UInt16
    ) async throws {
        let relay = try await served().relay
        let terminal = try OwnTerminal(columns: columns, rows: rows)
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--link"],
            terminal: terminal
        )
        let link = try await link(of: process)
        let end = try await onThread { process.program.end(by: SIGTERM) }
        #expect(end.status != 0)
        let told = try await terminal.text(until: "withdrawn")
        let hasCode = told.contains("\u{2588}\u{2588}")
        #expect(hasCode == (columns == 80 && rows > 25))
        let words = "note: the code needs a larger terminal: 49 columns, 26 rows; have the app open"
        #expect(told.contains(words) == !hasCode, "\(told)")
        // Without room below the code its link stands above it.
        let place = try #require(told.firstRange(of: link.text)?.lowerBound)
        let code = told.firstRange(of: "\u{2588}\u{2588}")?.lowerBound
        #expect(code.map { $0 < place } == (hasCode ? rows == 60 : nil))
        // What is to be known of the store's key pushes no code away.
        let key = try #require(told.firstRange(of: "the store's key is the file")?.lowerBound)
        #expect(key > place && code.map { $0 < key } != false)
        #expect(relay.stop() == 0)
    }

    /// What a person does when the number is asked for.
    private enum Typed: CaseIterable {
        case right
        case wrong
        case nothing
    }

    @Test(.rules("L-17 L-18"), arguments: Typed.allCases)
    private func `a person types the number at a terminal`(_ typed: Typed) async throws {
        let (relay, phone) = try await served()
        let terminal = try OwnTerminal()
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--link"],
            terminal: terminal
        )
        let link = try await link(of: process)
        let answer = try await phone.answer(link, at: relay)
        let asked = try await terminal.text(until: "does your phone show? ")
        #expect(asked.contains("Scan it with the app, within 10 minutes."))
        #expect(asked.contains(link.text) && asked.contains("\u{2588}\u{2588}"))
        #expect(asked.contains("A phone has answered. Which number does your phone show?"))
        let number = answer.answerHash.number
        let wrong = PairingNumber((number.value + 1) % 100)
        switch typed {
        case .right: terminal.type(number.text)
        case .wrong: terminal.type(try #require(wrong).text)
        case .nothing: terminal.type("")
        }
        let isRight = typed == .right
        let status = try await onThread { process.program.waitForEnd().status }
        #expect(status == (isRight ? 0 : 7))
        let list = try run("recipient", "list").output
        #expect(isRight ? list.contains("Ann's phone") : list.isEmpty)
        #expect(!asked.contains("Ann's phone"))
        #expect(relay.stop() == 0)
    }

    /// The phone has ended its earlier endpoint by then.
    @Test func `a wrong number for a phone that was paired before says what is left`() async throws
    {
        let (relay, phone) = try await served()
        let options = ["pair", "--relay", relay.url, "--name", "Build server", "--link"]
        let first = try start(options + ["--yes"])
        _ = try await phone.answer(try await link(of: first), at: relay)
        #expect(try await onThread { first.program.waitForEnd().status } == 0)

        let terminal = try OwnTerminal()
        let second = try start(options, terminal: terminal)
        let answer = try await phone.answer(try await link(of: second), at: relay)
        _ = try await terminal.text(until: "does your phone show? ")
        let wrong = PairingNumber((answer.answerHash.number.value + 1) % 100)
        terminal.type(try #require(wrong).text)
        #expect(try await onThread { second.program.waitForEnd().status } == 7)
        let told = try await terminal.text(until: "pairs it again")
        #expect(told.contains("was paired before, and gets no text any more"))
        #expect(try run("recipient", "list").output.hasPrefix("confirmed"))
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-18"), arguments: [true, false])
    func `a signal withdraws a pairing, before and after the phone has answered`(
        _ isAnswered: Bool
    ) async throws {
        let (relay, phone) = try await served()
        let terminal = try OwnTerminal()
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--link"],
            terminal: terminal
        )
        let link = try await link(of: process)
        if isAnswered {
            _ = try await phone.answer(link, at: relay)
            _ = try await terminal.text(until: "does your phone show? ")
            #expect(try run("recipient", "list").output.hasPrefix("pending"))
        }
        let end = try await onThread { process.program.end(by: SIGINT) }
        // As any command that is interrupted: a shell has 130 of it.
        #expect(end == .signal(SIGINT))
        let told = try await terminal.text(until: "withdrawn")
        #expect(told.contains("error: the pairing was withdrawn"))
        #expect(try run("recipient", "list").output == "")
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-12 C-102"))
    func `a reader of the code who takes the endpoint ends the pairing, and gets nothing`()
        async throws
    {
        let (relay, phone) = try await served()
        let process = try start(
            ["pair", "--relay", relay.url, "--name", "Build server", "--yes", "--link"]
        )
        let link = try await link(of: process)
        let key = VAPIDKey(rawRepresentation: VAPIDKey.makeRawRepresentation())
        let thief = try #require(key)
        let relays = try RelaySender(at: [relay.url], key: thief)
        try await phone.answer(link, at: relay) { answer in
            _ = try await relays.target(at: DeviceAddress(answer, at: link.relay))
        }
        let status = try await onThread { process.program.waitForEnd().status }
        #expect(status == 7)
        let told = try String(contentsOfFile: folder + "/errors", encoding: .utf8)
        #expect(told.contains("somebody else saw the code and used the phone's endpoint"))
        #expect(try run("recipient", "list").output.isEmpty)
        #expect(try waiting() == 0)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-10 L-12"), arguments: [Duration.days(-2), .days(2)])
    func `a clock that is two days off is named, and not taken for an attack`(_ step: Duration)
        async throws
    {
        let (relay, phone) = try await served()
        let store = try RecordStore.create(at: folder + "/store", key: .folder)
        _ = try SenderIdentities.create(in: store)
        let sender = try Sender(store: store)
        let pairing = try await sender.pair(
            at: relay.url,
            as: "Build server",
            http: URLSessionHTTP(),
            time: RelayTime(ContinuousClock()) { .now.advanced(by: step) }
        )
        try await phone.answer(pairing.link, at: relay)
        await #expect(throws: PairingError.wrongClock) { _ = try await pairing.answer() }
        #expect(try sender.recipients().isEmpty)
        #expect(relay.stop() == 0)
    }

    @Test func `what stands in the way of a pairing is said before a code is shown`() async throws {
        let relay = try await served().relay
        func pair(_ words: String...) throws -> Tool {
            try run(["pair", "--name", "Build server"] + words)
        }
        let cases = [
            (try pair("--relay", relay.url, "--yes"), 64 as Int32, "without one give --link"),
            (try pair("--relay", relay.url, "--link"), 64, "without one give --yes"),
            (try pair("--relay", "relay.example", "--yes", "--link"), 64, "--relay has to be"),
            (
                try pair("--relay", relay.url, "--yes", "--link", "--to", "ann"), 64,
                "no recipient of this name is paired"
            ),
            (
                try pair("--relay", relay.url, "--yes", "--link", "--app-link", "http://a.example"),
                64, "--app-link has to be an https URL"
            ),
            (
                try pair("--relay", relay.operatorURL, "--yes", "--link"), 8,
                "the relay takes no answers to codes, or is none"
            ),
            (
                try pair("--relay", "http://127.0.0.1:1", "--yes", "--link"), 75,
                "the relay does not answer"
            ),
        ]
        for (ended, status, words) in cases {
            #expect(ended.status == status && ended.output.contains(words), "\(ended.output)")
            #expect(!ended.output.contains("sealedpush-pair"))
        }
        #expect(relay.stop() == 0)
    }
}
