// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL
import SimulatedDelivery
import SimulatedDevice
import Testing
import UserNotifications

@testable import SimulatedAPNs

struct APNsServerTests {
    @Test func `a push is taken over TLS and HTTP/2, and the streams become many`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            let draft = rig.draft
            provider.send(draft, on: 1)
            #expect(await provider.streamLimit() == 1000)
            let expected = Answer(stream: 1, status: 200, id: Draft.id, body: "")
            #expect(await provider.answer() == expected)
            #expect(server.records.map(\.push?.payload) == [draft.body])
            #expect(server.counts.accepted == 1)
            #expect(server.providerTokenTimes.count == 1)
        }
    }

    @Test func `a client that negotiates no protocol speaks HTTP/2 all the same`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server, protocols: [])
            #expect(await provider.streamLimit() == 1)
            provider.send(rig.draft, on: 1)
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `a refusal has its reason as JSON`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            var draft = rig.draft
            draft.body = []
            provider.send(draft, on: 1)
            let answer = await provider.answer()
            #expect(answer?.status == 400)
            #expect(answer?.body == #"{"reason":"PayloadEmpty"}"#)
        }
    }

    @Test func `the header of a request has 8,000 bytes at most, and SETTINGS say so`() async throws
    {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            guard case .settings(.settings(let settings)) = await provider.next()?.payload else {
                Issue.record("no SETTINGS")
                return
            }
            #expect(settings.last { $0.parameter == .maxHeaderListSize }?.value == 8000)
            var draft = rig.draft
            draft["filler"] = String(repeating: "a", count: 6000)
            provider.send(draft, on: 1)
            #expect(await provider.answer()?.status == 200)
            draft["filler"] = String(repeating: "a", count: 8000)
            provider.send(draft, on: 3)
            #expect(await provider.answer()?.status == nil)
            #expect(server.counts.requests == 1)
        }
    }

    @Test func `a connection stands thousands of control frames a second`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            let ping = HTTP2Frame(
                streamID: .rootStream,
                payload: .ping(HTTP2PingData(withInteger: 7), ack: false)
            )
            let round = [HTTP2Frame](repeating: ping, count: 4000)
            for number in 0..<3 {
                // NIO has its own clock. In no second there are as many as are too many.
                if number > 0 { try await Task.sleep(for: .milliseconds(1050)) }
                provider.send(round)
                for _ in round {
                    guard case .ping(_, ack: true) = await provider.next()?.payload else {
                        Issue.record("no answer in round \(number)")
                        return
                    }
                }
            }
            provider.send(rig.draft, on: 1)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `a certificate of the server's own stands for a topic`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let certificate = try server.providerCertificate(for: "com.example.app")
            let provider = try await Provider(to: server, as: certificate)
            #expect(await provider.streamLimit() == 1000)
            var draft = Draft()
            draft["apns-topic"] = nil
            draft["apns-expiration"] = nil
            provider.send(draft, on: 1)
            #expect(await provider.answer()?.status == 200)
            #expect(server.records.first?.push?.topic == "com.example.app")
        }
    }

    @Test func `nobody comes in with a foreign certificate, or without HTTP/2`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let now = Int64(ServerTime.present.seconds)
            let other = try CertificateAuthority(named: "Other", from: now - 9, until: now + 999)
            let identity = try other.identity(named: "Provider", userID: "com.example.app")
            let foreign = try await Provider(to: server, as: APNsCertificate(identity))
            #expect(await foreign.next() == nil)
            let old = try await Provider(
                to: server,
                protocols: ["http/1.1"],
                saying: Array("POST /3/device/00 HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8)
            )
            #expect(await old.next() == nil)
            let wary = try await Provider(to: server, trusting: other.certificate)
            #expect(await wary.next() == nil)
            #expect(server.counts.requests == 0)
        }
    }

    @Test func `a body that is too long is not read to its end`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            let draft = rig.draft
            provider.send(draft, on: 1)
            #expect(await provider.streamLimit() == 1)
            #expect(await provider.answer()?.status == 200)
            provider.begin(draft, on: 3)
            let piece = ByteBuffer(repeating: 0x20, count: 16_000)
            let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(piece)))
            let frame = HTTP2Frame(streamID: 3, payload: data)
            provider.send([frame, frame, frame])
            let answer = await provider.answer()
            #expect(answer?.stream == 3)
            #expect(answer?.status == 413)
            let reset = await provider.next()
            #expect(reset?.streamID == 3)
            guard case .rstStream(.noError) = reset?.payload else {
                Issue.record("no reset")
                return
            }
            provider.send(draft, on: 5)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `bodies of more bytes than a window has at first are read`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let provider = try await Provider(to: server)
            var draft = rig.draft
            draft.body = [UInt8](repeating: 0x20, count: 4096)
            for index in 0..<100 {
                provider.send(draft, on: 2 * index + 1)
                #expect(await provider.answer()?.status == 200)
            }
            #expect(server.counts.accepted == 100)
        }
    }

    @Test func `a server with a clock of its own is reached all the same`() async throws {
        var rig = try Rig(at: 4_000_000_000)
        let time = try #require(Timestamp(milliseconds: 4_000_000_000_000))
        rig.configuration.now = { ServerTime(date: time, uptime: .zero) }
        try await rig.run { server in
            let provider = try await Provider(to: server)
            provider.send(rig.draft, on: 1)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `what is no HTTP/2 ends its own connection only`() async throws {
        let rig = try Rig()
        try await rig.run { server in
            let rude = try await Provider(to: server, saying: [UInt8](repeating: 0x20, count: 100))
            #expect(await rude.next() == nil)
            let provider = try await Provider(to: server)
            provider.send(rig.draft, on: 1)
            #expect(await provider.streamLimit() == 1)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `a push reaches a simulated device`() async throws {
        let rig = try Rig()
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
            UNNotificationServiceExtension()
        }
        try await rig.run { server in
            let token = try await server.register(device)
            let registered = try await device.registerForRemoteNotifications()
            #expect(token == (try APNsDeviceToken(registered)))
            let provider = try await Provider(to: server)
            var draft = rig.draft
            draft.path = "/3/device/" + Hex.encode(registered.span)
            provider.send(draft, on: 1)
            #expect(await provider.streamLimit() == 1)
            #expect(await provider.answer()?.status == 200)
            #expect(device.history.map(\.notification.content.body) == ["Hello"])
            server.setOffline("iPhone")
            provider.send(draft, on: 3)
            #expect(await provider.answer()?.status == 200)
            #expect(device.history.count == 1)
            #expect(server.setOnline("iPhone").map(\.id.text) == [Draft.id])
            #expect(device.history.count == 2)
        }
    }

    @Test func `the server listens on the loopback only, unless told`() async throws {
        for host in ["0.0.0.0", "::"] {
            var rig = try Rig()
            rig.configuration.host = host
            await #expect(throws: ServerError.notLoopback) { try await rig.run { _ in } }
        }
        var rig = try Rig()
        rig.configuration.host = "0.0.0.0"
        rig.configuration.mayListenElsewhere = true
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
        }
    }

    @Test func `a port is one server's`() async throws {
        var rig = try Rig()
        try await rig.run { server in
            rig.configuration.port = server.port
            await #expect(throws: ServerError.cannotListen) { try await rig.run { _ in } }
        }
        // An address that no machine has (RFC 5737).
        rig.configuration.host = "192.0.2.1"
        rig.configuration.mayListenElsewhere = true
        await #expect(throws: ServerError.cannotListen) { try await rig.run { _ in } }
    }

    @Test func `limits are checked`() async throws {
        let changes: [(inout ServerConfiguration) -> Void] = [
            { $0.streamLimit = 0 }, { $0.streamLimit = 10_001 }, { $0.connectionLimit = 0 },
            { $0.journalLimit = 0 },
        ]
        for change in changes {
            var rig = try Rig()
            change(&rig.configuration)
            await #expect(throws: ServerError.invalidLimit) { try await rig.run { _ in } }
        }
    }

    @Test func `there are no more connections than allowed`() async throws {
        var rig = try Rig()
        rig.configuration.connectionLimit = 1
        try await rig.run { server in
            let first = try await Provider(to: server)
            #expect(await first.streamLimit() == 1)
            first.send(rig.draft, on: 1)
            #expect(await first.streamLimit() == 1000)
            #expect(await first.answer()?.status == 200)
            let second = try await Provider(to: server)
            #expect(await second.next() == nil)
            #expect(server.counts.connections == 1)
        }
    }

    @Test func `a server that stops says so, and frees its port`() async throws {
        let rig = try Rig()
        let (provider, port) = try await rig.run { server in
            let provider = try await Provider(to: server)
            provider.send(rig.draft, on: 1)
            #expect(await provider.streamLimit() == 1)
            #expect(await provider.answer()?.status == 200)
            return (provider, server.port)
        }
        guard case .goAway(let last, let error, let data) = await provider.next()?.payload else {
            Issue.record("no GOAWAY")
            return
        }
        #expect(last == 1)
        #expect(error == .noError)
        #expect(data.map { String(buffer: $0) } == #"{"reason":"Shutdown"}"#)
        #expect(await provider.next() == nil)
        #expect(try await isFree(after: port) { try await rig.run { $0.port } })
    }

    /// Whether the port of a server that has stopped can be had again; other tests may be quicker,
    /// so of several one is enough.
    private func isFree(after port: Int, next: () async throws -> Int) async throws -> Bool {
        var port = port
        for _ in 0..<50 {
            var rig = try Rig()
            rig.configuration.port = port
            do {
                try await rig.run { server in #expect(server.port == port) }
                return true
            } catch ServerError.cannotListen {
                port = try await next()
            }
        }
        return false
    }

    @Test func `a server stops where its work fails`() async throws {
        struct Failure: Error {}
        let rig = try Rig()
        func portOfFailure() async throws -> Int {
            var port = 0
            do {
                try await rig.run { server in
                    port = server.port
                    throw Failure()
                }
                Issue.record("it did not fail")
            } catch is Failure {}
            return port
        }
        #expect(try await isFree(after: try await portOfFailure(), next: portOfFailure))
    }

    @Test(arguments: [ServerError.notLoopback, .cannotListen, .invalidLimit])
    func `each error says what is wrong`(_ error: ServerError) {
        #expect(error.message.count > 15)
    }
}
