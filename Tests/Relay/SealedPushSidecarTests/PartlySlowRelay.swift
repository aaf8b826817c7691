// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay
import SealedPushRelayClient

@testable import SealedPushSidecar

/// A client that asks for some subscriptions through a client that a test halts.
final class PartlySlowRelay: EndpointClient {
    private let slow: Halt
    private let relay: SampleRelay
    private let isSlow: @Sendable (DeviceIdentity.Subscription) -> Bool

    init(
        _ slow: Halt,
        _ relay: SampleRelay,
        where isSlow: @escaping @Sendable (DeviceIdentity.Subscription) -> Bool
    ) {
        (self.slow, self.relay, self.isSlow) = (slow, relay, isSlow)
    }

    private func client(for subscription: DeviceIdentity.Subscription) -> any EndpointClient {
        isSlow(subscription) ? slow : relay
    }

    func offer(
        at subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) -> EndpointOffer {
        try await client(for: subscription).offer(at: subscription)
    }

    func post(
        _ envelope: [UInt8],
        _ options: DeliveryOptions,
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) {
        try await client(for: subscription).post(envelope, options, to: subscription)
    }
}
