// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import SealedPushSender
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Sidecars whose store was restored without the key that paired devices know.
@Suite(.timeLimit(.minutes(5)))
struct EndpointKeyTests {
    private let bench: PairingBench
    private let phone = SampleDevice()

    init() throws {
        bench = try PairingBench()
    }

    @Test(.rules("C-121"), arguments: [SampleKey.other, nil])
    func `what is for paired devices waits for their key, and nothing else does`(
        _ key: VAPIDKey?
    ) async throws {
        try await bench.run {
            #expect(try await !bench.database.hasOtherEndpointKey(than: key?.publicKey))
            try await bench.confirm(bench.pair(phone))
            let other = SampleDevice()
            try await bench.sidecar.set(other, of: "ben")
            let names = [
                try await bench.sidecar.name(
                    of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#
                ),
                try await bench.sidecar.name(
                    of: #"{"to":["ben"],"payload":{"aps":{"alert":"Hi"}}}"#
                ),
            ]
            #expect(try await bench.database.hasOtherEndpointKey(than: key?.publicKey))
            let restored = try bench.sidecar.worker(key: key)
            for _ in 0..<3 {
                try await restored.deliverOnce()
                bench.sidecar.advance(.seconds(61))
            }
            #expect(bench.sidecar.relay.taken(for: phone).isEmpty)
            #expect(try await bench.sidecar.results(names[0]) == [.waiting])
            #expect(try await bench.sidecar.results(names[1]) == [.accepted])
            try await bench.deliver()
            #expect(try await bench.sidecar.results(names[0]) == [.accepted])
        }
    }

    @Test(.rules("C-121"))
    func `another key pairs nothing as long as there are devices that know the first`()
        async throws
    {
        let restored = try bench.other(key: SampleKey.other)
        try await bench.run(bench.worker, restored) {
            try await bench.confirm(bench.pair(phone))
            await #expect(throws: SidecarProblem.pairingUnavailable) {
                try await bench.begin(by: restored)
            }
            #expect(try await bench.state() == .confirmed("Ann's phone"))
            // The first key is lost for good: all are paired again.
            try await bench.database.set([], of: PairingBench.code)
            try await bench.begin(by: restored)
            let answer = try await bench.answer(bench.begin(by: restored), by: phone)
            try await bench.reach(.answered)
            try await bench.confirm(answer)
            await #expect(throws: SidecarProblem.pairingUnavailable) { try await bench.begin() }
        }
    }

    @Test(.rules("C-121"))
    func `the key stays the same after a succession`() async throws {
        try await bench.run {
            let first = SampleDevice.sender
            #expect(try await bench.database.own(as: first, bench.sidecar.rule) == .own)
            try await bench.confirm(bench.pair(phone))
            let next = SenderKeys().identity
            let rule = SubscriptionRule(senders: [next, first], topic: SidecarBench.topic)
            #expect(try await bench.database.own(as: next, rule) == .own)
            let key = SampleKey.own.publicKey
            #expect(try await !bench.database.hasOtherEndpointKey(than: key))
            #expect(
                try await bench.database.hasOtherEndpointKey(than: SampleKey.other.publicKey)
            )
        }
    }
}
