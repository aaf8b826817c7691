// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHPACK
import PushTransport
import SealedPushCoding
import Testing

@testable import SealedPushAPNs

struct APNsRequestTests {
    private func request(
        _ payload: [UInt8] = [1],
        topic: String? = nil,
        type: APNsPushType = .alert,
        priority: PushPriority = .immediate,
        expiration: APNsRequest.Expiration? = nil,
        collapseID: String? = nil
    ) throws -> APNsRequest {
        try APNsRequest(
            payload,
            to: APNsDeviceToken(hex: "c0ffee"),
            topic: topic
                ?? type.topic(for: type == .mdm ? "com.apple.mgmt.1" : "com.example.app"),
            type: type,
            priority: priority,
            expiration: expiration,
            collapseID: collapseID,
            id: .sample
        )
    }

    private func texts(_ fields: HPACKHeaders) -> [String] {
        fields.map { name, value, indexing in
            (indexing == .indexable ? "+" : " ") + name + "=" + value
        }
    }

    @Test func `the fields are in order, and indexed as Apple asks`() throws {
        let push = try request(
            expiration: .at(Timestamp(clamping: 1_437_179_036_999)),
            collapseID: "c"
        )
        var fields = ReadFields()
        fields.sent.authorization = (ProviderToken(text: "a.b.c").field, 1)
        let first = try fields.next(for: push.wire)
        #expect(
            texts(first) == [
                "+:method=POST", "+:scheme=https", " :path=/3/device/c0ffee",
                "+:authority=api.push.apple.com", " authorization=bearer a.b.c",
                "+apns-id=\(APNsID.sample.text)", "+apns-topic=com.example.app",
                "+apns-push-type=alert", "+apns-priority=10", "+apns-expiration=1437179036",
                "+apns-collapse-id=c",
            ]
        )
        let second = try fields.next(for: push.wire)
        #expect(second.map(\.name) == first.map(\.name))
        #expect(
            second.filter { $0.indexable != .indexable }.map(\.name) == [
                ":path", "authorization", "apns-id", "apns-expiration", "apns-collapse-id",
            ]
        )
    }

    @Test func `a field that comes later is indexed when it comes first`() throws {
        var fields = ReadFields()
        let short = try fields.next(for: request().wire)
        #expect(!short.contains { ["apns-expiration", "apns-collapse-id"].contains($0.name) })
        let long = try fields.next(for: request(expiration: .once, collapseID: "c").wire)
        #expect(long.first { $0.name == "apns-id" }?.indexable == .nonIndexable)
        #expect(long.first { $0.name == "apns-collapse-id" }?.indexable == .indexable)
        #expect(texts(long).contains("+apns-expiration=0"))
    }

    @Test func `where a certificate authenticates there is no token`() throws {
        var fields = ReadFields()
        let sent = try fields.next(for: request().wire)
        #expect(!sent.contains { $0.name == "authorization" })
    }

    @Test(arguments: APNsPushType.allCases)
    func `a payload has at most 4096 bytes, 5120 for VoIP`(_ type: APNsPushType) throws {
        let limit = type == .voip ? 5120 : 4096
        let full = [UInt8](repeating: 32, count: limit)
        let push = try request(full, type: type, priority: .conserving)
        #expect(push.payload == full)
        #expect(throws: APNsError.payloadTooLarge(limit: limit)) {
            try request(full + [32], type: type, priority: .conserving)
        }
        #expect(throws: APNsError.emptyPayload) {
            try request([], type: type, priority: .conserving)
        }
    }

    @Test(arguments: APNsPushType.allCases)
    func `a topic ends as the type of the push asks for`(_ type: APNsPushType) throws {
        let app = type == .mdm ? "com.apple.mgmt.External.1" : "com.example.app"
        let topic = type.topic(for: app)
        _ = try request(topic: topic, type: type, priority: .conserving)
        let isPlain = [.alert, .background].contains(type)
        #expect(APNsPushType(topic: topic) == (isPlain ? nil : type))
        let foreign = isPlain ? "com.example.app.push-type.widgets" : "com.example.app"
        let error = #expect(throws: APNsError.wrongTopic(for: type)) {
            try request(topic: foreign, type: type, priority: .conserving)
        }
        #expect(error?.hint != nil)
        // A suffix alone is no topic of an app.
        if !type.topicSuffix.isEmpty {
            #expect(throws: APNsError.wrongTopic(for: type)) {
                try request(topic: type.topicSuffix, type: type, priority: .conserving)
            }
        }
    }

    @Test func `what was in flight is sent again unless told where it has a collapse id`() throws {
        #expect(try request().resendsUnanswered == false)
        #expect(try request(collapseID: "thread").resendsUnanswered)
        let sealed = OutgoingPush.sample()
        let device = try APNsDeviceToken(hex: "00")
        #expect(try APNsRequest(sealed, to: device, id: APNsID()).resendsUnanswered)
    }

    @Test func `a background push has priority 5`() throws {
        _ = try request(type: .background, priority: .conserving)
        for priority in [PushPriority.immediate, .passive] {
            #expect(throws: APNsError.invalidPriority) {
                try request(type: .background, priority: priority)
            }
        }
    }

    @Test(arguments: ["", "a\r\nb", "a b", "\u{E4}", "\u{7F}", String(repeating: "x", count: 256)])
    func `what can't be a header's value is no topic and no collapse id`(_ text: String) throws {
        #expect(throws: APNsError.invalidTopic) { try request(topic: text) }
        #expect(throws: APNsError.invalidCollapseID) { try request(collapseID: text) }
    }

    @Test func `a collapse id has at most 64 bytes`() throws {
        _ = try request(collapseID: String(repeating: "x", count: 64))
        #expect(throws: APNsError.invalidCollapseID) {
            try request(collapseID: String(repeating: "x", count: 65))
        }
    }

    @Test(arguments: [("alert", "com.example.app"), ("voip", "com.example.app.voip")])
    func `a sealed push keeps the headers that its sealer gave it`(
        _ type: String,
        _ topic: String
    ) throws {
        let device = try APNsDeviceToken(hex: "c0ffee")
        let sealed = OutgoingPush.sample(pushType: type, topic: topic)
        let push = try APNsRequest(sealed, to: device, id: .sample)
        #expect(push.payload == [1, 2])
        #expect(push.device == device)
        var fields = ReadFields()
        #expect(
            texts(try fields.next(for: push.wire)).suffix(5)
                == [
                    "+apns-topic=\(topic)", "+apns-push-type=\(type)", "+apns-priority=5",
                    "+apns-expiration=1437179036", "+apns-collapse-id=AAAAAAAAAAAAAAAAAAAAAA",
                ]
        )
    }

    @Test(arguments: [(0, "0"), (1, "1"), (.max, "9007199254740")] as [(UInt64, String)])
    func `any expiration of a sealed push has a header`(
        _ expiration: UInt64,
        _ text: String
    ) throws {
        let sealed = OutgoingPush.sample(expiration: expiration)
        let push = try APNsRequest(sealed, to: APNsDeviceToken(hex: "00"), id: .sample)
        #expect(push.wire.options.contains { $0.name == .expiration && $0.value == text })
    }

    @Test func `a request never prints its content`() throws {
        let push = try request(Array("secret".utf8), collapseID: "chat-of-anna")
        var dumped = ""
        dump(push, to: &dumped)
        for text in ["\(push)", String(reflecting: push), dumped] {
            #expect(!text.contains("115") && !text.contains("anna") && !text.contains("c0ffee"))
        }
        #expect("\(push)" == "APNsRequest \(APNsID.sample.text) of 6 bytes")
    }
}
