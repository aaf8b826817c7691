// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import PostgreSQLServer
import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SealedPushCrypto
import SealedPushKeys
import SealedPushOpenSSL
import SealedPushRelay
import SealedPushRelayClient
import SealedPushStore
import SimulatedAPNs
import SimulatedDelivery
import SimulatedDevice
import TestSupport
import Testing

/// The commands as people run them: from an empty folder to a text on a phone.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RelayServerTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }
    private var key: String { folder + "/AuthKey.p8" }

    @Test(.rules("C-33 C-75"))
    func `a message of curl is shown on a phone, also if the relay is killed meanwhile`()
        async throws
    {
        let directory = try makeProvider()
        try await APNsServer.run(ServerConfiguration(directory)) { server in
            try Data(server.roots.pem.utf8).write(
                to: URL(filePath: folder).appending(path: "root.pem")
            )
            let apiKey = try run("sealedpush-server", ["apikey", "make", "app", "--data", "relay"])
            let port = Listener.freePort()
            let arguments = [
                "--data", "relay", "--port", "\(port)", "--operator-port", "0",
                "--topic", "com.example.app", "--key", key, "--key-id", "ABC123DEFG",
                "--team-id", "DEF123GHIJ", "--apns-host", "localhost", "--apns-root", "root.pem",
                "--apns-port",
            ]
            var relay = try await ServedRelay(arguments + ["\(server.port)"], in: folder)
            let phone = try await ServedPhone(at: server, folder, self)
            let client = try RelayClient(relay.url)

            // The phone registers, and answers the code that is pushed to it.
            let code = try invite(at: relay, with: apiKey)
            let register = ["device", "register", "--store", "phone/store"]
            let name = try run(
                "sealedpush",
                register + ["--registration", "phone.relay", "--relay", relay.url]
                    + ["--app", "com.example.app", "--token", phone.tokenText]
                    + ["--invitation=\(code)"]
            )
            let push = try #require(await phone.nextPush())
            #expect(push.type == .background)
            try Data(push.payload).write(to: URL(filePath: folder + "/push.json"))
            try run(
                "sealedpush",
                register + ["--registration", "phone.relay", "--answer", "push.json"]
            )
            let file = try JSONDocument(reading: [UInt8](try read("phone.relay"))).root
            let device = RelayRegistration(
                device: name,
                credential: try #require(file["credential"]?.string)
            )
            #expect(try await client.status(of: device).state == .active)
            let subscription = try run(
                "sealedpush",
                ["device", "endpoint", "--store", "phone/store", "--registration", "phone.relay"]
                    + ["--sender", run("sealedpush", ["sender", "identity", "--store", "server"])]
                    + ["--recipient", "user-of-mine", "--unbound"]
            )
            let endpoint = try DeviceIdentity.Subscription(text: subscription)
            #expect(endpoint.device == phone.keys.identity)
            #expect(try await client.endpoints(of: device).count == 1)

            #expect(try post("Hello from curl", to: endpoint, of: phone) == 201)
            #expect(try await phone.nextText() == "Hello from curl")

            // A relay that cannot reach APNs takes a message and is killed; the next one sends it.
            #expect(relay.stop() == 0)
            relay = try await ServedRelay(arguments + ["\(Listener.freePort())"], in: folder)
            #expect(try post("After a crash", to: endpoint, of: phone) == 201)
            relay.kill()

            // Between the two the key of the tokens is rotated.
            try run("sealedpush-server", ["relay-keys", "--add", "relay/keys"])
            let rekeyed = try run("sealedpush-server", ["rekey", "--data", "relay"])
            #expect(rekeyed == #"{"changed":1,"failed":0}"#)
            try run("sealedpush-server", ["relay-keys", "--drop-old", "relay/keys"])
            relay = try await ServedRelay(arguments + ["\(server.port)"], in: folder)
            #expect(try await phone.nextText() == "After a crash")
            try await sendBySidecar(to: subscription, of: phone, at: relay)
            let ready = try curl("\(relay.operatorURL)/health/ready").json
            #expect(ready?["ready"]?.bool == true)
            #expect(ready?["notices"]?.elements?.isEmpty == true)
            let metrics = try curl("\(relay.operatorURL)/metrics")
            #expect(metrics.text.contains("relay_pushes{"))
            try await client.pushTest(to: device)
            #expect(await phone.nextPush()?.type == .alert)
            #expect(relay.stop() == 0)
            try expectNothing(of: [
                "Hello from curl", "After a crash", device.credential, apiKey,
                phone.tokenText, String(endpoint.endpoint.suffix(43)),
            ])
        }
    }

    /// A backend posts a text to a sidecar, which is killed once, and the phone shows it.
    private func sendBySidecar(
        to subscription: String,
        of phone: ServedPhone,
        at relay: ServedRelay
    ) async throws {
        let apiKey = try run("sealedpush-server", ["seal-service", "apikey", "make", "backend"])
        let port = Listener.freePort()
        let arguments = ["--store", "server", "--topic", "com.example.app", "--port", "\(port)"]
        let command = ["seal-service", "run"]
        let allowed = arguments + ["--allow-origin", relay.url]
        var sidecar = try await ServedRelay(allowed, in: folder, as: command)
        let json = [
            "-H", "Authorization: Bearer \(apiKey)", "-H", "Content-Type: application/json", "-d",
        ]
        let recipients = #"{"subscriptions":["\#(subscription)"]}"#
        _ = try curl(
            "\(sidecar.url)/v1/recipients/user-of-mine",
            ["-X", "PUT"] + json + [recipients]
        )
        #expect(sidecar.stop() == 0)
        // Without leave it asks no relay on this machine, and its message waits.
        sidecar = try await ServedRelay(arguments, in: folder, as: command)
        let message =
            #"{"to":["user-of-mine"],"payload":{"aps":{"alert":{"body":"By the sidecar"}}}}"#
        let posted = try curl("\(sidecar.url)/v1/messages", json + [message]).json
        let name = try #require(posted?["id"]?.string)
        // Killed in the middle of an attempt, the next one would wait a minute.
        try await Task.sleep(for: .milliseconds(500))
        sidecar.kill()
        sidecar = try await ServedRelay(allowed, in: folder, as: command)
        #expect(try await phone.nextText() == "By the sidecar")
        let key = ["-H", "Authorization: Bearer \(apiKey)"]
        var result: String?
        while result ?? "waiting" == "waiting" {
            try await Task.sleep(for: .milliseconds(50))
            let told = try curl("\(sidecar.url)/v1/messages/\(name)", key).json
            result = told?["results"]?.elements?.first?["result"]?.string
        }
        #expect(result == "accepted")
        let events = try curl("\(sidecar.url)/v1/events?after=0", key).json?["events"]?.elements
        #expect(events?.compactMap { $0["kind"]?.string } == ["accepted"])
        #expect(try curl("\(sidecar.url)/health/ready").text.isEmpty)
        #expect(sidecar.stop() == 0)
        let log = String(decoding: try read("sidecar.log"), as: UTF8.self)
        #expect(log.contains("v1/recipients"))
        for secret in ["By the sidecar", "user-of-mine", apiKey, name] {
            #expect(!log.contains(secret), "\(secret)")
        }
    }

    @Test(arguments: [
        ["rekey"], ["apikey", "list"], ["apikey", "remove", "a"],
        ["seal-service", "apikey", "list"], ["seal-service", "apikey", "remove", "a"],
    ])
    func `a command that needs a database makes none by a wrong name`(_ command: [String]) throws {
        let program = BuiltProgram.named("sealedpush-server")
        let run = try Tool.run(program, command + ["--data", "nowhere"], in: folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder + "/nowhere"))
    }

    @Test func `a relay without credentials says so, and serves`() async throws {
        let port = Listener.freePort()
        let relay = try await ServedRelay(
            ["--port", "\(port)", "--operator-port", "0", "--topic", "com.example.app"],
            in: folder
        )
        let ready = try curl("\(relay.operatorURL)/health/ready").json
        #expect(ready?["ready"]?.bool == true)
        #expect(ready?["notices"]?.elements?.count == 1)
        #expect(try curl("\(relay.url)/e/x").json?["status"]?.integer == 404)
        #expect(relay.stop() == 0)
        let log = String(decoding: try read("log"), as: UTF8.self)
        #expect(log.contains("com.example.app (production) has no credentials"))
    }

    @Test(.rules("C-76"))
    func `idle clients beyond the limit stop no operator, and no sender after them`() async throws {
        let port = Listener.freePort()
        let relay = try await ServedRelay(
            ["--port", "\(port)", "--operator-port", "0", "--topic", "com.example.app"],
            in: folder,
            descriptors: 160
        )
        let idle = try (0..<200).map { _ in try RawConnection(port: port) }
        // A server that takes them all has no descriptor left a moment later.
        for _ in 0..<5 {
            let ready = try curl("\(relay.operatorURL)/health/ready", ["-m", "60"])
            #expect(ready.json?["ready"]?.bool == true)
            try await Task.sleep(for: .milliseconds(100))
        }
        for connection in idle { connection.end() }
        #expect(try curl("\(relay.url)/e/x", ["-m", "60"]).json?["status"]?.integer == 404)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("C-84")) func `two relays on one database of PostgreSQL are one`() async throws {
        let database = try PostgreSQLServer()
        let environment = ["SEALEDPUSH_POSTGRESQL": try database.database()]
        try run("sealedpush-server", ["relay-keys", "keys"])
        try Data(#"{"keys":"keys"}"#.utf8).write(to: URL(filePath: folder + "/settings.json"))
        var relays: [ServedRelay] = []
        for _ in 0..<2 {
            relays.append(
                try await ServedRelay(
                    ["--config", "settings.json", "--port", "\(Listener.freePort())"]
                        + ["--operator-port", "0", "--topic", "com.example.app"],
                    in: folder,
                    environment: environment
                )
            )
        }
        // While they serve: several processes may work on this database.
        let key = try run(
            "sealedpush-server",
            ["apikey", "make", "app", "--config", "settings.json"],
            environment
        )
        let code = try invite(at: relays[0], with: key)
        let device = SigningKey()
        let prekey = SecretBytes(randomCount: 32)
        let pair = try prekey.withBytes { seed throws(CryptoError) in
            try XWingPrivateKey(seed: seed)
        }
        let record = PrekeyRecord(
            signing: pair.publicKey,
            terms: PrekeyRecord.Terms(
                class: .reusable,
                epoch: 1,
                minimumEpoch: 0,
                notBefore: .now,
                notAfter: Timestamp.now.advanced(by: .days(7))
            ),
            with: device
        )
        let client = try RelayClient(relays[1].url)
        let bundle = try DeviceBundle(device: DeviceIdentity(device.publicKey), records: [record])
        let registered = try await client.register(
            app: "com.example.app",
            token: [1, 2, 3],
            bundle: bundle,
            invitation: code
        )
        let status = try await RelayClient(relays[0].url).status(of: registered)
        #expect(status.state == .pending)
        for relay in relays { #expect(relay.stop() == 0) }
    }

    // MARK: - Commands

    /// Makes the publisher's key, and what APNs knows of it.
    private func makeProvider() throws -> APNsDirectory {
        let providerKey = try P256PrivateKey()
        let base64 = providerKey.withDER { Data([UInt8](copying: $0)).base64EncodedString() }
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        try Data(pem.utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        var directory = APNsDirectory()
        directory.add(
            ProviderKey(providerKey.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        )
        return directory
    }

    /// Runs one of our commands in the folder, and gives what it printed, without the line's end.
    @discardableResult
    func run(
        _ command: String,
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> String {
        let run = try Tool.run(
            BuiltProgram.named(command),
            arguments,
            in: folder,
            environment: environment
        )
        #expect(run.status == 0, "\(command) \(arguments.first ?? "")")
        return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    }

    /// An invitation, as the publisher's backend asks for it.
    private func invite(at relay: ServedRelay, with key: String) throws -> String {
        let answer = try curl(
            "\(relay.url)/v1/invitations",
            ["-H", "Authorization: Bearer \(key)", "-H", "Content-Type: application/json"]
                + ["-d", #"{"app":"com.example.app"}"#]
        )
        return try #require(answer.json?["invitation"]?.string)
    }

    private func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder + "/" + name))
    }

    private struct Answer {
        let text: String
        var json: JSONValue? { try? JSONDocument(reading: Array(text.utf8)).root }
    }

    private func curl(_ url: String, _ arguments: [String] = []) throws -> Answer {
        let program = URL(filePath: "/usr/bin/curl")
        let run = try Tool.run(program, ["-s"] + arguments + [url], in: folder)
        #expect(run.status == 0)
        return Answer(text: run.output)
    }

    /// Seals a text by the command, posts it by curl, and gives the status.
    private func post(
        _ text: String,
        to endpoint: DeviceIdentity.Subscription,
        of phone: ServedPhone
    ) throws -> Int? {
        let offer = try #require(try curl(endpoint.endpoint).json?["bundle"]?.string)
        let offered = try Base64URL.decode(Array(offer.utf8).span)
        let bundle = try DeviceBundle(reading: offered.span)
        // What a sender checks by the identity that the app gave it.
        #expect(bundle.device == endpoint.device)
        try Data(bundle.text.utf8).write(to: URL(filePath: folder + "/bundle"))
        let payload = #"{"aps":{"alert":{"body":"\#(text)"}}}"#
        try Data(payload.utf8).write(to: URL(filePath: folder + "/payload.json"))
        let sealed = try run(
            "sealedpush",
            ["seal", "--store", "server", "--to", "bundle", "--recipient", "bob"]
                + ["--topic", "com.example.app", "payload.json"]
        )
        let outer = try OuterPayload(reading: Array(sealed.utf8))
        let envelope = try Envelope(text: outer.encryptedContent.span)
        try Data(envelope.bytes).write(to: URL(filePath: folder + "/envelope"))
        for name in ["bundle", "payload.json"] {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        return try curl(
            endpoint.endpoint,
            ["-o", "/dev/null", "-w", "%{http_code}", "-H", "TTL: 600"]
                + ["-H", "Content-Type: application/sealedpush", "--data-binary", "@envelope"]
        ).json?.integer
    }

    /// Holds that no word stands in the database or the log.
    private func expectNothing(of words: [String]) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/relay")
            .map { "relay/" + $0 }
        #expect(names.contains("relay/relay.sqlite"))
        for name in names + ["log"] {
            let bytes = try read(name)
            for word in words {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "a secret stands in \(name)")
            }
        }
    }
}

/// A phone with the real extension, whose pushes come from the simulated APNs.
final class ServedPhone: Sendable {
    let keys: DeviceKeys
    let token: [UInt8]
    /// The token in hex.
    let tokenText: String
    private let simulated: SimulatedDevice
    private let pushes: AsyncStream<AcceptedPush>

    /// Makes the phone's store and the sender by the command, and registers the phone at APNs.
    init(at server: APNsServer, _ folder: String, _ tests: RelayServerTests) async throws {
        let path = folder + "/phone"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let store = path + "/store"
        try tests.run(
            "sealedpush",
            ["device", "init", "--store", store, "--topic"] + ["com.example.app"]
        )
        let sender = try tests.run("sealedpush", ["sender", "init", "--store", "server"])
        try tests.run(
            "sealedpush",
            ["contact", "add", "--store", store, "--name", "Ann", "--identity", sender]
        )
        keys = try DeviceKeys(in: try RecordStore.open(at: store, key: .folder))
        let notes = PhoneFolder(path)
        try notes.write(.time, "\(Timestamp.now.milliseconds)")
        var profile = DeviceProfile(app: "com.example.app")
        profile.name = "phone-\(UUID())"
        simulated = SimulatedDevice(profile: profile, patience: .seconds(60)) {
            PhoneService(notes)
        }
        let token = try await server.register(simulated)
        tokenText = token.text
        self.token = try #require(Hex.decode(token.text))
        let (pushes, continuation) = AsyncStream.makeStream(of: AcceptedPush.self)
        self.pushes = pushes
        server.connect(token) { continuation.yield($0) }
    }

    /// The next push that the phone gets; it is not shown.
    func nextPush() async -> AcceptedPush? {
        for await push in pushes { return push }
        return nil
    }

    /// What the phone shows of the next push.
    func nextText() async throws -> String? {
        let push = try #require(await nextPush())
        var headers = PushHeaders()
        headers.topic = push.topic
        headers.pushType = push.type?.rawValue
        headers.collapseID = push.collapseID
        headers.expiration = push.expiration
        let delivery = simulated.deliver(payload: push.payload, headers: headers)
        return await delivery.report.shown?.content.body
    }
}

extension Timestamp {
    fileprivate static var now: Timestamp {
        Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
    }
}
