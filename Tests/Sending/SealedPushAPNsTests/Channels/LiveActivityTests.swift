// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import Testing

@testable import SealedPushAPNs

struct LiveActivityTests {
    private struct Match: Encodable {
        let home: String
        let away: String
    }

    private struct Score: Encodable {
        var home = 2
        var away = 1
        var note = ""
    }

    private let time = Timestamp(clamping: 1_800_000_000_999)

    private func aps(_ payload: [UInt8]) throws -> JSONValue {
        try #require(try JSONDocument(reading: payload).root["aps"])
    }

    @Test func `an activity is started with what changes and what does not`() throws {
        var activity = LiveActivityPayload(at: time)
        activity.alert = LiveActivityPayload.Alert(title: "Kick-off", body: "It begins")
        let match = Match(home: "A", away: "B")
        let aps = try aps(activity.start("MatchAttributes", attributes: match, state: Score()))
        #expect(aps["timestamp"]?.integer == 1_800_000_000)
        #expect(aps["event"]?.string == "start")
        #expect(aps["attributes-type"]?.string == "MatchAttributes")
        #expect(aps["attributes"]?["home"]?.string == "A")
        #expect(aps["content-state"]?["home"]?.integer == 2)
        #expect(aps["alert"]?["title"]?.string == "Kick-off")
        #expect(aps["alert"]?["sound"] == nil)
        #expect(aps["input-push-token"]?.integer == 1)
        #expect(aps["input-push-channel"] == nil)
    }

    @Test func `one that follows a channel asks for no token`() throws {
        let channel = try APNsChannel("c3RvcmVk")
        let match = Match(home: "A", away: "B")
        let payload = try LiveActivityPayload(at: time)
            .start("MatchAttributes", attributes: match, state: Score(), channel: channel)
        let aps = try aps(payload)
        #expect(aps["input-push-channel"]?.string == "c3RvcmVk")
        #expect(aps["input-push-token"] == nil)
    }

    @Test func `an update says how long it holds and how much it matters`() throws {
        var activity = LiveActivityPayload(at: time)
        activity.staleDate = Timestamp(clamping: 1_800_000_100_000)
        activity.relevanceScore = 0.5
        let aps = try aps(activity.update(to: Score()))
        #expect(aps["event"]?.string == "update")
        #expect(aps["stale-date"]?.integer == 1_800_000_100)
        #expect(aps["relevance-score"]?.numberText == "0.5")
        #expect(aps["attributes"] == nil && aps["dismissal-date"] == nil)
    }

    @Test func `an end says when it goes from the screen`() throws {
        let activity = LiveActivityPayload(at: time)
        let dismissal = Timestamp(clamping: 1_800_000_200_000)
        let aps = try aps(activity.end(with: Score(), dismissedAt: dismissal))
        #expect(aps["event"]?.string == "end")
        #expect(aps["dismissal-date"]?.integer == 1_800_000_200)
        let open = try self.aps(activity.end(with: Score()))
        #expect(open["dismissal-date"] == nil)
    }

    @Test func `attributes and state have 4,096 bytes together`() throws {
        let activity = LiveActivityPayload(at: time)
        var score = Score()
        let head = try JSONPayload.bytes(score).count
        score.note = String(repeating: "x", count: 4096 - head)
        _ = try activity.update(to: score)
        let match = Match(home: "A", away: "B")
        #expect(throws: APNsError.payloadTooLarge(limit: 4096)) {
            try activity.start("MatchAttributes", attributes: match, state: score)
        }
        score.note += "x"
        #expect(throws: APNsError.payloadTooLarge(limit: 4096)) {
            try activity.update(to: score)
        }
    }

    @Test func `what is no object, or can't be encoded, is no state`() {
        let activity = LiveActivityPayload(at: time)
        #expect(throws: APNsError.invalidPayload) { try activity.update(to: [1, 2]) }
        #expect(throws: APNsError.invalidPayload) { try activity.update(to: "state") }
        #expect(throws: APNsError.invalidPayload) { try activity.update(to: ["a": Double.nan]) }
    }

    @Test func `a payload may be a value that encodes itself`() throws {
        let payload = try JSONPayload.bytes(["aps": ["alert": "Hi"]])
        #expect(payload == Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        #expect(throws: APNsError.invalidPayload) {
            try JSONPayload.bytes(["a": Double.infinity])
        }
    }

    @Test(arguments: ["", "a b", "a\r\nb", "\u{E4}", String(repeating: "A", count: 1025)])
    func `what is no base64 is no channel`(_ id: String) {
        #expect(throws: APNsError.invalidChannel) { try APNsChannel(id) }
    }

    @Test(arguments: ["", "a/b", "a b", "a?b", "\u{E4}", String(repeating: "a", count: 256)])
    func `what can't be part of a path is no app`(_ bundleID: String) {
        #expect(throws: APNsError.invalidTopic) { try APNsChannel.App(bundleID) }
    }

    @Test func `a push to a channel has its own path, headers and limit`() throws {
        func push(_ count: Int) throws -> APNsRequest {
            try APNsRequest(
                broadcasting: [UInt8](repeating: 32, count: count),
                on: APNsChannel("c3RvcmVk"),
                of: APNsChannel.App("com.example.app"),
                priority: .conserving,
                expiration: .once,
                id: .sample
            )
        }
        let request = try push(5120)
        #expect(request.device == nil && !request.resendsUnanswered)
        var fields = ReadFields()
        let sent = try fields.next(for: request.wire)
        #expect(
            sent.map { "\($0.name)=\($0.value)" } == [
                ":method=POST", ":scheme=https", ":path=/4/broadcasts/apps/com.example.app",
                ":authority=api.push.apple.com", "apns-request-id=\(APNsID.sample.text)",
                "apns-channel-id=c3RvcmVk", "apns-push-type=liveactivity", "apns-priority=5",
                "apns-expiration=0",
            ]
        )
        #expect(throws: APNsError.payloadTooLarge(limit: 5120)) { try push(5121) }
        #expect(throws: APNsError.emptyPayload) { try push(0) }
    }

    @Test func `the servers of channels have ports of their own`() {
        let production = APNsConfiguration(channelsIn: .production)
        let sandbox = APNsConfiguration(channelsIn: .sandbox)
        #expect(production.authority == "api-manage-broadcast.push.apple.com:2196")
        #expect(sandbox.authority == "api-manage-broadcast.sandbox.push.apple.com:2195")
    }
}
