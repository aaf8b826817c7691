// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedAPNs
import Testing

@testable import SealedPushAPNs

/// What APNs does by reports alone, and requests that are no pushes to a device.
@Suite(.serialized)
struct ObservationTests {
    @Test func `bad tokens and idleness end connections by GOAWAY, and nothing is lost`()
        async throws
    {
        let count = 300
        let ledger = Ledger(count: count, senderLimit: count)
        // No other GOAWAY comes without a reason.
        let script = FaultScript([FaultRule(.refusal(.badDeviceToken), .every(10))])
        try await Fleet.run(script, ledger: ledger, Fleet.observations) { fleet in
            for start in stride(from: 0, to: 200, by: 100) {
                let results = await fleet.send(start..<start + 100, within: .seconds(3600))
                #expect(results.count { $0.isAccepted } == 90)
            }
            // No refusal ends the connections of these, so they stay, and are idle.
            fleet.server.play(FaultScript())
            let idleEnds = fleet.idleEnds
            let results = await fleet.send(200..<250, within: .seconds(3600))
            let isEnded = try await fleet.waitForIdleEnds(beyond: idleEnds)
            #expect(isEnded)
            let more = await fleet.send(250..<count, within: .seconds(3600))
            #expect((results + more).count { $0.isAccepted } == 100)
        }
        #expect(ledger.goAways(for: "none") > 0)
        let most = ledger.refusals(for: .badDeviceToken).values.max()
        #expect(most ?? 0 >= Fleet.observations.badTokenLimit)
    }

    @Test func `no channel is left over, whatever breaks while they are made and deleted`()
        async throws
    {
        let script = FaultScript([
            FaultRule(.drop(.after), .every(5)), FaultRule(.drop(.before), .every(7)),
            FaultRule(.refusedStream, .every(3)),
        ])
        try await Fleet.run(script) { fleet in
            let app = try APNsChannel.App("com.example.app")
            let channels = APNsChannels(of: app, by: fleet.client)
            let made = await fleet.wait(for: "channels") {
                var made = 0
                for _ in 0..<30 {
                    if case .done = try? await channels.create(storing: .latest) { made += 1 }
                }
                return made
            }
            #expect((10..<30).contains(made ?? 0))
            let left = await fleet.wait(for: "their ends") { () -> [APNsChannel]? in
                // A deletion may be done, and its answer lost; and so may a list.
                for _ in 0..<100 {
                    guard case .done(let all) = try? await channels.all() else { continue }
                    if all.isEmpty { return [] }
                    for channel in all { _ = try? await channels.delete(channel) }
                }
                return nil
            }
            #expect(left == [])
        }
    }
}
