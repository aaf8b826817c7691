// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import SealedPushSender
import ServerStore
import TestSupport
import Testing

/// A sidecar and a relay that run, and a phone that answers the sidecar's link.
@Suite(.timeLimit(.minutes(5)))
struct SidecarPairingTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
        try place.makeFolder("relay")
        let server = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(server, ["relay-keys", "relay/keys"], in: folder).status == 0)
        let program = BuiltProgram.named("sealedpush")
        let made = try Tool.run(program, ["sender", "init", "--store", "server"], in: folder)
        #expect(made.status == 0)
    }

    private func relay(at port: Int) async throws -> ServedRelay {
        try await ServedRelay(
            ["--port", "\(port)", "--operator-port", "0", "--data", "relay"]
                + ["--app", "chat", "--topic", "com.example.chat"]
                + ["--public-url", "http://127.0.0.1:\(port)"],
            in: folder,
            environment: ["SEALEDPUSH_KEYS": "relay/keys"]
        )
    }

    /// The relay's database, while the relay runs.
    private func store() throws -> SQLiteRelayStore {
        try SQLiteRelayStore(path: folder + "/relay/relay.sqlite", as: .visitor) { .system }
    }

    private func sidecar(at port: Int, _ relay: ServedRelay) async throws -> ServedSidecar {
        let process = try await ServedRelay(
            ["--store", "server", "--topic", "com.example.chat", "--port", "\(port)"]
                + ["--allow-origin", relay.url],
            in: folder,
            as: ["seal-service", "run"]
        )
        return ServedSidecar(process: process, key: try key())
    }

    private func key() throws -> String {
        let made = try Tool.run(
            BuiltProgram.named("sealedpush-server"),
            ["seal-service", "apikey", "make", UUID().uuidString],
            in: folder
        )
        return made.output.trimmingCharacters(in: .newlines)
    }

    @Test(.rules("C-109 C-111 C-115"))
    func `a phone is paired over a restart of the sidecar, and its endpoint serves no other key`()
        async throws
    {
        let relay = try await relay(at: Listener.freePort())
        let phone = try await AnsweringPhone(in: store())
        let first = try await sidecar(at: Listener.freePort(), relay)
        let lost = try await first.begin(at: relay)
        // Killed, with a link that waits.
        first.process.kill()
        let second = try await sidecar(at: Listener.freePort(), relay)
        #expect(try await second.pairing() == ["state": "ended", "reason": "interrupted"])

        let link = try await second.begin(at: relay)
        #expect(link.secret != lost.secret)
        let endpoint = try await phone.makeEndpoint(at: relay)
        let answer = try await phone.answer(link, endpoint, at: relay)
        try await second.reach("answered")
        // The relay has the message that ends the pairing, and takes no other sender's.
        let path = try #require(URL(string: endpoint)?.path)
        let stranger = try await relay.ask("POST", path + "/prekey")
        #expect(stranger.status == 401)
        // Killed, with a device that awaits its number.
        second.process.kill()
        let third = try await sidecar(at: Listener.freePort(), relay)
        #expect(try await third.pairing()["state"] == "answered")
        #expect(try await third.confirm(answer) == 204)
        #expect(try await third.pairing()["state"] == "confirmed")
        #expect(try await third.send() == "accepted")
        let events = try await third.ask("GET", "/v1/events").json?["events"]?.elements
        #expect(events?.compactMap { $0["kind"]?.string } == ["paired", "accepted"])
        #expect(third.process.stop() == 0)
        #expect(relay.stop() == 0)
        for link in [lost, link] { try expectNoTrace(of: link) }
    }

    @Test(.rules("C-121"))
    func
        `a sidecar whose store was restored without its key for endpoints says so, and pairs none`()
        async throws
    {
        let files = FileManager.default
        try files.copyItem(atPath: folder + "/server", toPath: folder + "/backup")
        let relay = try await relay(at: Listener.freePort())
        let phone = try await AnsweringPhone(in: store())
        let first = try await sidecar(at: Listener.freePort(), relay)
        let endpoint = try await phone.makeEndpoint(at: relay)
        let answer = try await phone.answer(first.begin(at: relay), endpoint, at: relay)
        try await first.reach("answered")
        #expect(try await first.confirm(answer) == 204)
        #expect(try log().contains("lacks the key") == false)
        #expect(first.process.stop() == 0)

        try files.removeItem(atPath: folder + "/server")
        try files.moveItem(atPath: folder + "/backup", toPath: folder + "/server")
        let restored = try await sidecar(at: Listener.freePort(), relay)
        #expect(try log().contains("lacks the key that paired devices know: restore it"))
        let body = #"{"relay":"\#(relay.url)","name":"Shop"}"#
        let refused = try await restored.ask("POST", ServedSidecar.path, body)
        #expect(refused.json?["type"]?.string == "urn:sealedpush:problem:pairing-unavailable")
        // As all are deleted, the store's new key counts.
        #expect(try await restored.ask("DELETE", "/v1/recipients/4711").status == 204)
        _ = try await restored.begin(at: relay)
        #expect(restored.process.stop() == 0)
        #expect(relay.stop() == 0)
    }

    /// The log of the sidecar that was started last.
    private func log() throws -> String {
        try String(contentsOfFile: folder + "/sidecar.log", encoding: .utf8)
    }

    /// Looks for a link and its secret in all that relay, sidecar and sender have written.
    private func expectNoTrace(of link: PairingLink) throws {
        let secret = link.secret.bytes.withBytes { [UInt8](copying: $0) }
        // Of the link's text what stands for the secret alone.
        let text = link.text.split(separator: ":").last?.prefix(22).suffix(18)
        let forms = [
            secret, Array(Hex.encode(secret.span).utf8), Array(Base64URL.encode(secret.span).utf8),
            Array(try #require(text).utf8), Array(link.secret.id.text.utf8),
        ]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let names = Set(paths.map { $0.split(separator: "/").last ?? "" })
        #expect(names.isSuperset(of: ["log", "sidecar.log", "sidecar.sqlite", "relay.sqlite"]))
        for path in paths {
            let contents = [UInt8](
                FileManager.default.contents(atPath: folder + "/" + path) ?? Data()
            )
            for form in forms { #expect(contents.firstRange(of: form) == nil, "\(path)") }
        }
    }

    @Test(.rules("C-113"))
    func `a sidecar that waits for phones delivers meanwhile, and stops at once`() async throws {
        let relay = try await relay(at: Listener.freePort())
        let sidecar = try await sidecar(at: Listener.freePort(), relay)
        let phone = try await AnsweringPhone(in: store())
        let endpoint = try await phone.makeEndpoint(at: relay)
        let answer = try await phone.answer(sidecar.begin(at: relay), endpoint, at: relay)
        try await sidecar.reach("answered")
        #expect(try await sidecar.confirm(answer) == 204)
        // More than a relay has connections for deliveries.
        let begun = ContinuousClock.now
        for number in 0..<20 {
            _ = try await sidecar.begin(at: relay, for: "user-\(number)")
        }
        while try await relay.metric("relay_drop_waits") != 20 {
            try await Task.sleep(for: .milliseconds(20))
        }
        // What a busy machine needs, and not the minute after which a relay has new connections.
        #expect(ContinuousClock.now - begun < .seconds(50))
        let sent = ContinuousClock.now
        #expect(try await sidecar.send() == "accepted")
        // And not the 25 seconds of the requests.
        #expect(ContinuousClock.now - sent < .seconds(20))
        let begin = ContinuousClock.now
        #expect(sidecar.process.stop() == 0)
        #expect(ContinuousClock.now - begin < .seconds(20))
        #expect(relay.stop() == 0)
    }
}

/// A running sidecar, asked by a backend.
private struct ServedSidecar {
    let process: ServedRelay
    let key: String

    static let path = "/v1/recipients/4711/pairing"

    func ask(_ method: String, _ path: String, _ body: String = "") async throws -> RelayReply {
        let client = try RawConnection(port: try process.port)
        try client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                + "Authorization: Bearer \(key)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return try RelayReply(await client.rest())
    }

    /// Begins a pairing, and gives its link.
    func begin(at relay: ServedRelay, for recipient: String = "4711") async throws -> PairingLink {
        let reply = try await ask(
            "POST",
            "/v1/recipients/\(recipient)/pairing",
            #"{"relay":"\#(relay.url)","name":"Shop"}"#
        )
        #expect(reply.status == 201)
        return try PairingLink(try #require(reply.json?["link"]?.string), from: .camera)
    }

    /// Hands on the number of an answer, and gives the status.
    func confirm(_ answer: PairingAnswer) async throws -> Int {
        let number = answer.answerHash.number.value
        return try await ask("PUT", Self.path, #"{"number":\#(number)}"#).status
    }

    /// Sends a message, and gives its result.
    func send() async throws -> String? {
        let message = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#
        let posted = try await ask("POST", "/v1/messages", message)
        let id = try #require(posted.json?["id"]?.string, "\(posted.body)")
        while true {
            let results = try await ask("GET", "/v1/messages/\(id)").json?["results"]
            let result = results?.elements?.first?["result"]?.string
            guard result == "waiting" else { return result }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until the pairing is in a state.
    func reach(_ state: String) async throws {
        while try await pairing()["state"] != state {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The texts of what `GET` says.
    func pairing() async throws -> [String: String] {
        let reply = try await ask("GET", Self.path)
        let members = reply.json?.members ?? []
        return Dictionary(
            uniqueKeysWithValues: members.compactMap { member in
                member.value.string.map { (member.key, $0) }
            }
        )
    }
}
