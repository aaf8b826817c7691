// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushRelayClient

/// The clients of relays, by the key that signs their requests.
package struct RelayClients: Sendable {
    /// For endpoints of subscriptions: with the operator's key, or without one.
    let subscribed: RelaySender
    /// For endpoints of paired devices, which are bound to the sender's own key; nil if the sender
    /// has none.
    let paired: RelaySender?

    package init(subscribed: RelaySender, paired: RelaySender?) {
        self.subscribed = subscribed
        self.paired = paired
    }

    /// The key that paired devices know; nil if the sender has none.
    var key: [UInt8]? { paired?.publicKey }

    subscript(_ destination: DeliveryDestination) -> RelaySender {
        switch destination {
        case .subscription: subscribed
        // Without the key the relay refuses the request, which says what is missing.
        case .answer: paired ?? subscribed
        }
    }
}
