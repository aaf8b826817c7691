// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A relay that would read what it carries.
struct RelayInTheMiddleTests {
    private let device = SampleDevice()
    private let relay = ScriptedRelay()

    /// Has a sidecar send a message to the device by the relay, and gives the result.
    private func send() async throws -> DeliveryResult? {
        let bench = try SidecarBench()
        return try await relay.run { [device] origin in
            let http = PinnedHTTP(RelayPolicy(origin)) { SampleDevice.now }
            let worker = try bench.worker(http)
            let subscription = try device.subscription(at: origin + "/e/x")
            try await bench.database().set([subscription], of: #require(RecipientCode("4711")))
            let name = try await bench.name(
                of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#
            )
            try await worker.deliverOnce()
            await http.shutDown()
            return try await bench.results(name).first
        }
    }

    @Test(.rules("S-21 S-22"))
    func `a relay that answers with a bundle of its own gets nothing sealed to it`()
        async throws
    {
        relay.answer(
            ScriptedRelay.bundle(try SampleDevice().bundle()),
            ScriptedRelay.answer(.created)
        )
        #expect(try await send() == .deviceRefused)
        #expect(relay.asked.map(\.path) == ["/e/x/prekey"])
    }

    @Test func `a retirement that the device has not signed counts as none`() async throws {
        let bundle = Base64URL.encode(try device.bundle().bytes.span)
        var forged = device.retirement().bytes
        forged[96] ^= 1
        let foreign = SampleDevice().retirement().bytes
        let values = [forged, foreign, [], [1]].map { #""\#(Base64URL.encode($0.span))""# }
        for value in values + ["1", "null", #""===""#, "{}"] {
            relay.answer(
                ScriptedRelay.answer(.ok, [:], #"{"bundle":"\#(bundle)","retirement":\#(value)}"#),
                ScriptedRelay.answer(.created)
            )
            #expect(try await send() == .accepted, "\(value)")
        }
    }

    @Test func `the device's own retirement is read beside the bundle, and once it has ended`()
        async throws
    {
        let bundle = Base64URL.encode(try device.bundle().bytes.span)
        let word = Base64URL.encode(device.retirement().bytes.span)
        relay.answer(
            ScriptedRelay.answer(.ok, [:], #"{"bundle":"\#(bundle)","retirement":"\#(word)"}"#)
        )
        #expect(try await send() == .deviceGone)
        let gone = Array(#"{"retirement":"\#(word)"}"#.utf8)
        let answer = RelayAnswer(status: 410, body: gone)
        #expect(RelaySender.failure(answer) == .gone(device.retirement()))
        for body in ["", "[]", #"{"retirement":"AA"}"#] {
            let answer = RelayAnswer(status: 410, body: Array(body.utf8))
            #expect(RelaySender.failure(answer) == .gone(nil))
        }
    }

    @Test func `a relay that answers with the device's bundle gets the envelope`() async throws {
        relay.answer(ScriptedRelay.bundle(try device.bundle()), ScriptedRelay.answer(.created))
        #expect(try await send() == .accepted)
        #expect(relay.asked.map(\.path) == ["/e/x/prekey", "/e/x"])
    }
}
