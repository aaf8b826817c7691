// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay
package import SealedPushRelayClient

/// What asks a relay, at the endpoint of a subscription.
package protocol EndpointClient: Sendable {
    /// Fetches the device's bundle, with a one-time prekey if there is one, and what is beside it.
    func offer(
        at subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) -> EndpointOffer

    /// Posts an envelope; the relay has made it durable when this returns.
    func post(
        _ envelope: [UInt8],
        _ options: DeliveryOptions,
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure)
}
