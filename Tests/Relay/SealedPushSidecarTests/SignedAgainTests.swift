// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A device signs again while messages wait for it: for the next identity, or at a new endpoint.
struct SignedAgainTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let next = SenderKeys().identity
    private let code: RecipientCode

    init() throws {
        bench = SidecarBench()
        code = try #require(RecipientCode("4711"))
    }

    private func name() async throws -> MessageName? {
        try await bench.name(of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
    }

    /// Sets the device anew, at an endpoint.
    private func set(at endpoint: String, for sender: SenderIdentity? = nil) async throws {
        let subscription = try device.subscription(at: endpoint, for: sender ?? next)
        try await bench.database().set([subscription], of: code)
    }

    @Test(.rules("S-21 S-22 C-90"))
    func `what waits for a device that signs for the next identity is sent`() async throws {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        bench.relay.failBundles(with: .later(nil))
        bench.relay.fail(with: .later(nil))
        let unsealed = try await name()
        try await bench.worker().deliverOnce()
        let sealed = try await name()
        try await bench.worker().deliverOnce()
        try await set(at: first.endpoint)
        #expect(try await bench.results(unsealed) == [.waiting])
        #expect(try await bench.results(sealed) == [.waiting])
        bench.advance(.seconds(1))
        // The sidecar has only the next identity, so what was not sealed has moved to it.
        try await bench.worker(of: next).deliverOnce()
        #expect(try await bench.results(unsealed) == [.accepted])
        #expect(try await bench.results(sealed) == [.accepted])
        #expect(bench.relay.taken(for: device).count == 2)
    }

    @Test(.rules("C-90"))
    func `what was not sealed yet goes to the new endpoint, at once`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.failBundles(with: .later(.seconds(600)))
        let name = try await name()
        try await bench.worker().deliverOnce()
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.endpoints == [later.endpoint])
    }

    @Test(.rules("C-89"))
    func `an envelope that was posted goes to the old endpoint again, and to no other`()
        async throws
    {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        bench.relay.fail(with: .unanswered)
        let name = try await name()
        try await bench.worker().deliverOnce()
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        #expect(try await bench.results(name) == [.waiting])
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.endpoints == [first.endpoint, first.endpoint])
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test(
        .rules("C-89"),
        arguments: [Halt.Step.beforeBundle, .afterBundle, .beforePost, .afterPost]
    )
    func `a device that signs again during an attempt gets one envelope`(
        _ step: Halt.Step
    ) async throws {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        let name = try await name()
        let halt = Halt(bench.relay, at: step)
        let worker = try bench.worker(halt)
        let attempt = Task { try await worker.deliverOnce() }
        await halt.reached(1)
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        try await bench.worker().deliverOnce()
        halt.release()
        _ = try await attempt.value
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.taken(for: device).count == 1)
        #expect(bench.relay.posts == 1)
    }

    @Test(.rules("C-90"))
    func `an attempt at an old endpoint posts nothing once the delivery has moved`() async throws {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        let name = try await name()
        let halt = Halt(bench.relay, at: .afterBundle)
        let worker = try bench.worker(halt)
        let attempt = Task { try await worker.deliverOnce() }
        await halt.reached(1)
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        halt.release()
        _ = try await attempt.value
        #expect(bench.relay.posts == 0)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.endpoints == [later.endpoint])
    }

    @Test(.rules("C-90"))
    func `an old endpoint that ends during an attempt ends no delivery that has moved`()
        async throws
    {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        let name = try await name()
        let halt = Halt(bench.relay, at: .beforeBundle)
        let worker = try bench.worker(halt)
        let attempt = Task { try await worker.deliverOnce() }
        await halt.reached(1)
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        bench.relay.failBundles(with: .gone(nil))
        halt.release()
        _ = try await attempt.value
        #expect(try await bench.results(name) == [.waiting])
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
    }

    @Test(
        .rules("C-89 C-90"),
        arguments: [EndpointFailure.stalePrekey, .gone(nil), .refused, .keyRefused]
    )
    func `what the old endpoint certainly has not taken is sealed again for the new one`(
        _ failure: EndpointFailure
    ) async throws {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        let name = try await name()
        let halt = Halt(bench.relay, at: .beforePost)
        let worker = try bench.worker(halt)
        let attempt = Task { try await worker.deliverOnce() }
        await halt.reached(1)
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        bench.relay.fail(with: failure)
        halt.release()
        _ = try await attempt.value
        #expect(try await bench.results(name) == [.waiting])
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.endpoints == [first.endpoint, later.endpoint])
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test(.rules("C-90"))
    func `prekeys that ended at an old endpoint do not count at the new one`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .stalePrekey, .stalePrekey, .stalePrekey, .stalePrekey)
        let name = try await name()
        for _ in 0..<2 { try await bench.worker().deliverOnce() }
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        for _ in 0..<3 { try await bench.worker().deliverOnce() }
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.posts == 5)
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test func `an old endpoint that may have taken an envelope ends its delivery`() async throws {
        let first = try bench.relay.subscription(for: device)
        try await bench.database().set([first], of: code)
        bench.relay.fail(with: .unanswered, .gone(nil))
        let name = try await name()
        try await bench.worker().deliverOnce()
        let later = try bench.relay.subscription(for: device, at: "new.example")
        try await bench.database().set([later], of: code)
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.deviceGone])
        #expect(bench.relay.endpoints == [first.endpoint, first.endpoint])
    }

    @Test func `a stored subscription is not verified again`() async throws {
        var bytes = try device.subscription().bytes
        bytes[bytes.count - 1] ^= 1
        let subscription = try DeviceIdentity.Subscription(verifiedBefore: bytes.span)
        try await bench.database().set([subscription], of: code)
        let stored = try await bench.database().devices(of: code)
        #expect(stored.map(\.destination) == [.subscription(subscription)])
    }
}
