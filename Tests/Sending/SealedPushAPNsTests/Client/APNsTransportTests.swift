// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import PushTransportTesting
import SealedPushCoding
import Testing

@testable import SealedPushAPNs

struct APNsTransportTests {
    @Test(arguments: PushTransportCheck.allCases)
    func `the client keeps the rules of transports`(_ check: PushTransportCheck) async throws {
        // What is held must not be given up for it, however slow the machine is.
        let time = check == .unanswered ? ClientTime.system : TestTime().time
        let service = PeerService(.sample(), time: time)
        try await service.run { await expectConformance(of: service, to: check) }
    }

    @Test(arguments: [
        (OutgoingPush.sample(topic: String(repeating: "t", count: 256)), APNsReason.badTopic),
        (.sample(pushType: "voip"), .badTopic), (.sample(pushType: "loud"), .invalidPushType),
        (.sample(pushType: "background", priority: .immediate), .badPriority),
        (.sample(collapseID: ""), .badCollapseID), (.sample(payload: []), .payloadEmpty),
        (.sample(payload: [UInt8](repeating: 1, count: 4097)), .payloadTooLarge),
    ])
    func `what no request can be made of is rejected as APNs would`(
        _ push: OutgoingPush,
        _ reason: APNsReason
    ) async throws {
        let client = try APNsClient.test(APNsConfiguration(.sandbox))
        let result = try await client.send(push, to: APNsDeviceToken([1]), as: .sample)
        #expect(result == .rejected(APNsRejection(reason)))
        #expect(client.load.connections == 0)
        await client.close()
    }
}
