// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

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

/// What a relay hands out at an endpoint.
package struct EndpointOffer: Hashable, Sendable {
    package let bundle: DeviceBundle
    /// A valid retirement, of whatever device.
    package let retirement: DeviceIdentity.Retirement?

    package init(_ bundle: DeviceBundle, retirement: DeviceIdentity.Retirement? = nil) {
        self.bundle = bundle
        self.retirement = retirement
    }
}

/// Why a relay did not do what it was asked; no case holds a URL or an answer's text.
package enum EndpointFailure: Error, Hashable {
    /// The endpoint or its device has ended: 410, and 404 after 90 days; with a valid retirement,
    /// of whatever device, if the answer has one.
    case gone(DeviceIdentity.Retirement?)
    /// The relay does not serve the envelope's prekey any more.
    case stalePrekey
    /// The endpoint is bound to a VAPID key, and the request is not signed by it.
    case keyRefused
    /// It cannot do it now, and says when to ask again, if it does.
    case later(Duration?)
    /// The answer says that asking again would not help, or is none that a relay gives.
    case refused
    /// It is unknown whether the relay did it: the connection broke, or there was no answer in
    /// time.
    case unanswered
}
