// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransportTesting
import SealedPush
import SealedPushOpenSSL
import SealedPushSender
import Testing

@testable import SealedPushAPNs

struct APNsTransportTests {
    @Test(arguments: PushTransportCheck.allCases)
    func `the client keeps the rules of transports`(_ check: PushTransportCheck) async throws {
        // What is held must not be given up for it, however slow the machine is.
        let time = check == .unanswered ? ClientTime.system : TestTime().time
        let service = PeerService(try .sample(), time: time)
        try await service.run { await expectConformance(of: service, to: check) }
    }

    @Test func `a topic that no request can have is rejected as APNs would`() async throws {
        let client = try APNsClient.test(APNsConfiguration(.sandbox))
        let long = try SealedNotification.sample(topic: String(repeating: "t", count: 255))
        #expect(long.headers.topic.utf8.count == 255)
        let result = try await client.send(
            try SealedNotification.sample(.voip, topic: String(repeating: "t", count: 255)),
            to: APNsDeviceToken([1]),
            as: .sample
        )
        #expect(result == .rejected(APNsRejection(.badTopic)))
        #expect(client.load.connections == 0)
        await client.close()
    }
}
