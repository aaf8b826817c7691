// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelay
import SealedPushRelayClient
import SealedPushRelayTesting
import SealedPushSender
import SealedPushStore
import SimulationSupport
import StoreTestSupport
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `sealedpush device pair` at a relay that runs, and the extension's half by `sealedpush open`.
@Suite(.timeLimit(.minutes(5)))
struct ServedPairingTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }
    private let credential = Capability()
    private let relay: ServedRelay
    private let phone: RelayRegistration
    private let store: RecordStore
    private let keys: DeviceKeys

    init() async throws {
        let folder = place.path
        try place.makeFolder("relay")
        let program = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(program, ["relay-keys", "relay/keys"], in: folder).status == 0)
        let device = try SampleDevice().active(credential: credential)
        phone = RelayRegistration(device: device.id.text, credential: credential.text)
        try await Self.add(device, in: folder)
        relay = try await ServedRelay(
            ["--port", "\(Listener.freePort())", "--operator-port", "0", "--app", "chat"]
                + ["--topic", "com.example.chat", "--data", "relay"],
            in: folder,
            environment: ["SEALEDPUSH_KEYS": "relay/keys"]
        )
        let made = try Tool.run(
            BuiltProgram.named("sealedpush"),
            ["device", "init", "--store", "phone", "--topic", "com.example.chat"],
            in: folder
        )
        #expect(made.status == 0)
        store = try RecordStore.open(at: folder + "/phone", key: .folder)
        keys = try DeviceKeys(in: store)
        let (url, registration, identity) = (relay.url, phone, keys.identity)
        let file = JSONWriter.object { object in
            object.add("relay", url)
            object.add("device", registration.device)
            object.add("credential", registration.credential)
            object.add("identity", base64URL: identity.bytes.span)
        }
        let path = folder + "/phone.relay"
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: Data(file),
            attributes: [.posixPermissions: 0o600]
        )
        #expect(isMade)
    }

    /// Adds an active device to the database of a relay that does not run yet.
    private static func add(_ device: RelayDevice, in folder: String) async throws {
        let database = try SQLiteRelayStore(path: folder + "/relay/relay.sqlite") { .now }
        try await database.write { try $0.add(device, nil) }
    }

    private var now: Timestamp {
        Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
    }

    private func link(
        at url: String? = nil,
        of sender: SenderKeys = SenderKeys(),
        ending delay: Duration = .seconds(600)
    ) throws -> ScannedLink {
        try ScannedLink(of: sender, at: url ?? relay.url, end: now.advanced(by: delay))
    }

    private static let pair = "sealedpush device pair --store phone --registration phone.relay"

    /// Starts the command, without a terminal, with a link on standard input.
    private func start(_ scanned: ScannedLink, _ options: String = "") throws -> ProbeProcess {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let command = "cd \(folder) && exec \(Self.pair) --yes \(options) - 2>notes"
        let process = try ProbeProcess(
            "setsid",
            ["-w", "/bin/sh", "-c", command],
            environment: ["PATH": "\(BuiltProgram.folder.path):\(path)"]
        )
        // Standard input stays open, as that of a sender who goes on waiting.
        process.tell(scanned.link.text)
        return process
    }

    private var notes: String {
        (try? String(contentsOfFile: folder + "/notes", encoding: .utf8)) ?? ""
    }

    /// How the command ends that does not get far.
    private func end(
        _ scanned: ScannedLink,
        _ options: String = ""
    ) async throws -> (status: Int32, lines: [String]) {
        let process = try start(scanned, options)
        let (end, lines) = try await onThread { try process.finish(within: patience) }
        return (end.status, lines)
    }

    /// Waits for the answer as a sender does, and sends the message that names it.
    private func answer(_ scanned: ScannedLink) async throws -> PairingAnswer {
        let id = scanned.link.secret.id.text
        var bytes: [UInt8] = []
        while bytes.count != DropBox.count {
            let url = try #require(URL(string: "\(relay.url)/d/\(id)"))
            bytes = [UInt8](try await URLSession.shared.data(from: url).0)
            try await Task.sleep(for: .milliseconds(50))
        }
        let answer = try PairingAnswer(opening: DropBox(reading: bytes.span), to: scanned.link)
        var options = SealingOptions()
        options.paired = answer.answerHash
        let sender = Sender(keys: scanned.sender, memory: TransientSenderMemory())
        let sealed = try await sender.seal(
            sender.prepare(Array(#"{"aps":{"alert":"Paired"}}"#.utf8), options),
            for: SealingTarget(
                keys.bundle(at: now),
                recipient: .untracked,
                topic: answer.topic
            )
        )
        try Data(sealed.payload).write(to: URL(filePath: folder + "/push.json"))
        return answer
    }

    private func sealedpush(_ words: String) throws -> Tool {
        try Tool.shell("sealedpush " + words, in: folder)
    }

    private var client: RelayClient { get throws { try RelayClient(relay.url) } }

    @Test(.rules("L-25 L-27 L-29 L-30 L-34"))
    func `the command pairs at a relay, by a message that another process opens`() async throws {
        let scanned = try link()
        let process = try start(scanned, #"--device-name "Ann's phone""#)
        let answer = try await answer(scanned)
        #expect(answer.name == "Ann's phone" && answer.device == keys.identity)
        #expect(try await client.endpoints(of: phone).count == 1)
        let opened = try sealedpush("open --store phone push.json")
        #expect(opened.status == 0 && opened.output.contains("Build server"))
        let (end, lines) = try await onThread { try process.finish(within: patience) }
        #expect(end.status == 0, "\(notes)")
        #expect(lines == [answer.answerHash.number.text])
        #expect(notes.contains("\"Build server\" at http://127.0.0.1"))
        #expect(
            notes.contains(
                "Anyone can make such a code. Go on only if it is on a screen that you trust."
            )
        )
        #expect(notes.contains("paired with Build server"))
        // A text that was pasted verifies nothing.
        let contacts = ContactBook(store)
        #expect(try contacts.status(of: scanned.link.sender.bytes)?.trust == .unverified)
        let maintained = try sealedpush("device maintain --store phone --registration phone.relay")
        #expect(maintained.status == 0 && !maintained.output.contains("ended"))
        #expect(try await client.endpoints(of: phone).count == 1)
        // Once the sender is blocked, its endpoint ends: with the registration alone.
        let identity = scanned.link.sender.text
        #expect(try sealedpush("contact block --store phone --identity \(identity)").status == 0)
        let offline = try sealedpush("device maintain --store phone")
        #expect(offline.output.contains("left        1 pairing"))
        let ended = try sealedpush("device maintain --store phone --registration phone.relay")
        #expect(ended.output.contains("ended       1 pairing"))
        #expect(try await client.endpoints(of: phone).isEmpty)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-28"))
    func `a command that is killed goes on with the same link`() async throws {
        let scanned = try link()
        let first = try start(scanned)
        let answered = try await answer(scanned)
        first.program.end(by: SIGKILL)
        #expect(try sealedpush("open --store phone push.json").status == 0)
        let (status, lines) = try await end(scanned)
        #expect(status == 0 && lines == [answered.answerHash.number.text])
        #expect(try await client.endpoints(of: phone).count == 1)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-20 L-21 L-22 L-23"))
    func `each refusal has its code and its words, and nothing is asked for`() async throws {
        let over = try await end(link(ending: .seconds(-3601)))
        #expect(over.status == 5)
        #expect(notes.contains(#/by this phone's clock the code ended at \d\d:\d\d\n/#), "\(notes)")
        let other = try await end(link(at: "https://relay.example"))
        #expect(other.status == 64)
        let url = relay.url
        #expect(
            notes.contains(
                "this code is for relay.example, and this app is registered at \(url)"
            ),
            "\(notes)"
        )
        let blocked = SenderKeys()
        let contacts = ContactBook(store)
        try contacts.add(name: "Mallory", identity: blocked.identity)
        try contacts.block(blocked.identity)
        #expect(try await end(link(of: blocked)).status == 7)
        try contacts.add(name: "Build server", identity: SenderKeys().identity)
        #expect(try await end(link()).status == 64)
        #expect(notes.contains("looks like another contact's"))
        let argument = try sealedpush(
            "device pair --store phone --registration phone.relay \(link().link.text)"
        )
        #expect(argument.status == 64)
        // Without a terminal no person has agreed.
        try Data(link().link.text.utf8).write(to: URL(filePath: folder + "/link"))
        let silent = try Tool.shell("setsid -w \(Self.pair) --name Other - < link", in: folder)
        #expect(silent.status == 64 && silent.errors.contains("--yes"), "\(silent)")
        #expect(try await client.endpoints(of: phone).isEmpty)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-33")) func `another phone that answered first ends the command with 7`()
        async throws
    {
        let scanned = try link()
        let other = DropBox(sealing: [1], with: scanned.link.secret)
        try await client.leave(
            other,
            in: scanned.link.secret.id,
            for: .seconds(900),
            of: phone
        )
        #expect(try await end(scanned).status == 7)
        #expect(
            notes.contains("another phone answered first; if it was not yours, type no number")
        )
        #expect(try await client.endpoints(of: phone).isEmpty)
        #expect(try ContactBook(store).list().contacts.isEmpty)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("L-23"), arguments: ["n", "", "y"], [true, false])
    func `at a terminal the person is asked, and nothing happens before`(
        _ typed: String,
        _ isPasted: Bool
    ) async throws {
        let scanned = try link()
        try Data(scanned.link.text.utf8).write(to: URL(filePath: folder + "/link"))
        try Data(Self.terminal.utf8).write(to: URL(filePath: folder + "/terminal.py"))
        let folder = folder
        // What is pasted behind the link, a yes among it, answers no question.
        let input = isPasted ? "" : " < link"
        let pasted = isPasted ? scanned.link.text : ""
        async let told = onThread {
            try Tool.shell(
                "python3 -B terminal.py '\(typed)' '\(Self.pair) -\(input) 2> notes' '\(pasted)'",
                in: folder
            )
        }
        if typed == "y" {
            _ = try await answer(scanned)
            #expect(try sealedpush("open --store phone push.json").status == 0)
        }
        let tool = try await told
        #expect(tool.output.contains("Pair with \"Build server\"? [y/N]"), "\(tool)")
        // Wherever standard error leads.
        #expect(tool.output.contains("\"Build server\" at http://127.0.0.1"))
        #expect(tool.output.contains("Anyone can make such a code."))
        #expect(tool.status == (typed == "y" ? 0 : 1))
        #expect(try await client.endpoints(of: phone).count == (typed == "y" ? 1 : 0))
        #expect(try ContactBook(store).list().contacts.isEmpty == (typed != "y"))
        #expect(relay.stop() == 0)
    }

    /// Runs a command of a shell at a terminal, pastes a text with a yes behind it, types a line at
    /// the question, and ends as the command does.
    private static let terminal = """
        import os, pty, sys
        child, terminal = pty.fork()
        if not child:
            os.execvp("/bin/sh", ["sh", "-c", sys.argv[2]])
        seen = b""
        if sys.argv[3]:
            os.write(terminal, sys.argv[3].encode() + b"\\ny\\n")
        try:
            while piece := os.read(terminal, 1024):
                seen += piece
                if b"[y/N]" in piece:
                    os.write(terminal, sys.argv[1].encode() + b"\\n")
        except OSError:
            pass
        sys.stdout.buffer.write(seen)
        sys.stdout.flush()
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
}
