// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

struct EndpointTests {
    private let now = SampleDevice.now

    private func endpoint() -> Endpoint {
        Endpoint(
            id: EndpointID(1),
            device: DeviceID(),
            digest: Capability().digest,
            sender: .anyone
        )
    }

    @Test func `an endpoint is open while its device can be waited for`() {
        let endpoint = endpoint()
        for state in [.active, .doubtful(since: now), .unreachable(since: now)] as [DeviceState] {
            #expect(endpoint.reach(of: state, at: now) == .open)
        }
        #expect(endpoint.reach(of: .pending(since: now), at: now) == .unknown)
    }

    @Test func `what has ended answers gone for 90 days and is unknown after that`() {
        let days: Duration = .seconds(90 * 86_400)
        let states: [DeviceState] = [
            .gone(since: now), .replaced(since: now), .retired(since: now),
        ]
        for state in states {
            #expect(endpoint().reach(of: state, at: now + days + .milliseconds(-1)) == .gone)
            #expect(endpoint().reach(of: state, at: now + days) == .unknown)
        }
        var revoked = endpoint()
        revoked.revoke(at: now)
        revoked.revoke(at: now + .seconds(1))
        #expect(revoked.reach(of: .active, at: now) == .gone)
        #expect(revoked.reach(of: .active, at: now + days) == .unknown)
        #expect(revoked.reach(of: .gone(since: now + .seconds(5)), at: now + days) == .unknown)
    }
}
