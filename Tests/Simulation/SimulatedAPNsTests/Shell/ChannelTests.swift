// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL
import Testing

@testable import SimulatedAPNs

/// Channels, by the client against the server.
struct ChannelTests {
    private static let payload = Array(#"{"aps":{"event":"update"}}"#.utf8)

    private func app(_ bundleID: String = "com.example.app") throws -> APNsChannel.App {
        try APNsChannel.App(bundleID)
    }

    /// Runs a server that knows a key, and a client with that.
    private func run(
        bundleIDs: Set<String>? = nil,
        script: FaultScript = FaultScript(),
        _ body: (APNsServer, APNsClient) async throws -> Void
    ) async throws {
        let key = try P256PrivateKey()
        var directory = APNsDirectory()
        directory.add(
            ProviderKey(
                key.publicKey,
                keyID: "ABC123DEFG",
                teamID: "DEF123GHIJ",
                bundleIDs: bundleIDs
            )
        )
        let signer = try ProviderTokenKey(key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        var configuration = ServerConfiguration(directory)
        configuration.script = script
        try await APNsServer.run(configuration) { server in
            let client = try APNsClient(
                APNsConfiguration(host: "127.0.0.1", port: server.port, roots: server.roots),
                tokens: signer
            )
            try await body(server, client)
            await client.close()
        }
    }

    private func broadcast(
        on channel: APNsChannel,
        expiration: APNsRequest.Expiration = .once
    ) throws -> APNsRequest {
        try APNsRequest(
            broadcasting: Self.payload,
            on: channel,
            of: app(),
            priority: .conserving,
            expiration: expiration,
            id: APNsID()
        )
    }

    private func made(
        _ result: APNsChannels.Result<APNsChannel>
    ) throws -> APNsChannel {
        guard case .done(let channel) = result else { throw APNsError.invalidChannel }
        return channel
    }

    @Test func `a channel is made, read, listed and deleted`() async throws {
        try await run { _, client in
            let channels = APNsChannels(of: try app(), by: client)
            #expect(try await channels.all() == .done([]))
            let latest = try made(try await channels.create(storing: .latest))
            let nothing = try made(try await channels.create(storing: .nothing))
            #expect(try await channels.storage(of: latest) == .done(.latest))
            #expect(try await channels.storage(of: nothing) == .done(.nothing))
            guard case .done(let all) = try await channels.all() else {
                Issue.record("not listed")
                return
            }
            #expect(Set(all) == [latest, nothing])
            let others = APNsChannels(of: try app("com.example.other"), by: client)
            #expect(try await others.all() == .done([]))
            #expect(try await channels.delete(latest) == .done(latest))
            #expect(try await channels.all() == .done([nothing]))
            let gone = APNsRejection(.channelNotRegistered)
            #expect(try await channels.storage(of: latest) == .rejected(gone))
            #expect(try await channels.delete(latest) == .rejected(gone))
        }
    }

    @Test func `a deletion whose answer is lost is not called rejected`() async throws {
        let script = FaultScript([FaultRule(.drop(.after), .number(2))])
        try await run(script: script) { _, client in
            let channels = APNsChannels(of: try app(), by: client)
            let channel = try made(try await channels.create(storing: .latest))
            guard case .retry(_, .unanswered) = try await channels.delete(channel) else {
                Issue.record("not unanswered")
                return
            }
            #expect(try await channels.all() == .done([]))
        }
    }

    @Test func `a push to a channel is taken once, and has a receipt`() async throws {
        try await run { server, client in
            let channels = APNsChannels(of: try app(), by: client)
            let channel = try made(try await channels.create(storing: .latest))
            let time = Timestamp(clamping: 1_800_000_000_000)
            let push = try broadcast(on: channel, expiration: .at(time))
            guard case .accepted(push.id, let receipt?) = try await client.send(push) else {
                Issue.record("not accepted")
                return
            }
            #expect(APNsID(receipt) != nil)
            guard case .channel(.broadcast(let taken)) = server.records.last?.outcome else {
                Issue.record("not taken")
                return
            }
            #expect(taken.channel == channel && taken.bundleID == "com.example.app")
            #expect(taken.priority == 5 && taken.expiration == 1_800_000_000)
            #expect(taken.payload == Self.payload)
            #expect(server.counts.accepted == 1)
        }
    }

    @Test func `what breaks a rule of channels is rejected with its reason`() async throws {
        try await run { _, client in
            let channels = APNsChannels(of: try app(), by: client)
            let channel = try made(try await channels.create(storing: .nothing))
            let stored = try broadcast(
                on: channel,
                expiration: .at(Timestamp(clamping: 1_800_000_000_000))
            )
            let unstored = APNsRejection(.badExpirationDate)
            #expect(try await client.send(stored) == .rejected(unstored))
            let unknown = try broadcast(on: APNsChannel("AAAA"))
            #expect(
                try await client.send(unknown) == .rejected(APNsRejection(.channelNotRegistered))
            )
        }
    }

    @Test func `a key that is not for the app has no channels of it`() async throws {
        try await run(bundleIDs: ["com.example.other"]) { _, client in
            let channels = APNsChannels(of: try app(), by: client)
            #expect(
                try await channels.create(storing: .latest)
                    == .rejected(APNsRejection(.topicMismatch))
            )
        }
    }

    @Test func `a list of ten thousand channels comes whole, and there are no more`() async throws {
        try await run { _, client in
            let channels = APNsChannels(of: try app(), by: client)
            let count = APNsChannel.countLimit
            try await withThrowingTaskGroup { group in
                for start in 0..<50 {
                    group.addTask {
                        for _ in stride(from: start, to: count, by: 50) {
                            _ = try await channels.create(storing: .nothing)
                        }
                    }
                }
                try await group.waitForAll()
            }
            guard case .done(let all) = try await channels.all() else {
                Issue.record("not listed")
                return
            }
            #expect(Set(all).count == count)
            #expect(
                try await channels.create(storing: .nothing)
                    == .rejected(APNsRejection(.cannotCreateChannelConfig))
            )
        }
    }

    struct Broken: Sendable {
        let reason: APNsReason
        let method: String
        let path: String
        let body: String
        let change: Change
    }

    private static let manage = "/1/apps/com.example.app/channels"
    private static let send = "/4/broadcasts/apps/com.example.app"
    private static let policy = #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#

    @Test(arguments: [
        Broken(reason: .badMessageID, method: "POST", path: manage, body: policy) {
            $0["apns-request-id"] = "1"
        },
        Broken(reason: .missingProviderToken, method: "POST", path: manage, body: policy) {
            $0["authorization"] = nil
        },
        Broken(reason: .methodNotAllowed, method: "PUT", path: manage, body: policy) { _ in },
        Broken(reason: .badRequestPayload, method: "POST", path: manage, body: "{") { _ in },
        Broken(reason: .badRequestPayload, method: "POST", path: manage, body: "[]") { _ in },
        Broken(
            reason: .badRequestParams,
            method: "POST",
            path: manage,
            body: #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#
        ) { _ in },
        Broken(
            reason: .badRequestParams,
            method: "POST",
            path: manage,
            body: #"{"message-storage-policy":0,"push-type":"LiveActivity","more":1}"#
        ) { _ in },
        Broken(
            reason: .missingPushType,
            method: "POST",
            path: manage,
            body: #"{"message-storage-policy":0}"#
        ) { _ in },
        Broken(
            reason: .invalidPushType,
            method: "POST",
            path: manage,
            body: #"{"message-storage-policy":0,"push-type":"Alert"}"#
        ) { _ in },
        Broken(reason: .missingChannelID, method: "GET", path: manage, body: "") { _ in },
        Broken(reason: .badChannelID, method: "DELETE", path: manage, body: "") {
            $0["apns-channel-id"] = "not base64"
        },
        Broken(reason: .channelNotRegistered, method: "POST", path: send, body: "{}") {
            $0["apns-channel-id"] = "AAAA"
        },
        Broken(reason: .missingPushType, method: "POST", path: send, body: "{}") {
            $0["apns-push-type"] = nil
        },
        Broken(reason: .invalidPushType, method: "POST", path: send, body: "{}") {
            $0["apns-push-type"] = "alert"
        },
        Broken(reason: .badPriority, method: "POST", path: send, body: "{}") {
            $0["apns-priority"] = nil
        },
        Broken(reason: .badExpirationDate, method: "POST", path: send, body: "{}") {
            $0["apns-expiration"] = "1800000000"
        },
        Broken(reason: .payloadEmpty, method: "POST", path: send, body: "") { _ in },
        Broken(
            reason: .payloadTooLarge,
            method: "POST",
            path: send,
            body: String(repeating: " ", count: 5121)
        ) { _ in },
    ])
    func `one broken rule of channels is refused with its reason`(_ broken: Broken) throws {
        var desk = try Desk()
        var store = ChannelStore()
        var names = SplitMix(seed: 1)
        let isAdded = store.add("c3RvcmVk", storing: .nothing, to: "com.example.app")
        #expect(isAdded)
        var draft = Draft()
        draft.method = broken.method
        draft.path = broken.path
        draft.body = Array(broken.body.utf8)
        draft.fields = [("authorization", try desk.team.bearer(at: desk.seconds))]
        if broken.path == Self.send {
            draft.fields += [
                ("apns-channel-id", "c3RvcmVk"), ("apns-push-type", "liveactivity"),
                ("apns-priority", "10"), ("apns-expiration", "0"),
            ]
        }
        broken.change(&draft)
        let check = try #require(ChannelCheck(draft.request))
        #expect(throws: PushRefusal(broken.reason)) {
            try check.answer(
                APNsID(),
                &store,
                on: &desk.connection,
                &desk.tokens,
                in: desk.directory,
                at: desk.time,
                naming: &names
            )
        }
    }
}
