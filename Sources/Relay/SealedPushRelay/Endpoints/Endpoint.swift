// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A capability that stands for one device towards one sender.
///
/// Two senders cannot tell from their endpoints whether they have the same device, and one can be revoked alone.
package struct Endpoint: Hashable, Sendable {
    /// The number under which the device lists and deletes it.
    package let id: EndpointID
    /// The device that receives; it changes if the same one registers again.
    package var device: DeviceID
    /// The digest of the capability in the endpoint's URL.
    package let digest: Capability.Digest
    /// Who may use it beside knowing the URL.
    package private(set) var sender: Sender
    /// When it was revoked, if it was.
    package private(set) var revoked: Timestamp?

    /// Who may use an endpoint.
    package enum Sender: Hashable, Sendable {
        /// Requests that are signed with this VAPID key (RFC 8292): an uncompressed point of P-256, 65 bytes.
        case bound(vapid: [UInt8])
        /// Requests that are signed with the VAPID key of the first one that was.
        case firstKey
        /// Every request that knows the URL; the app chose this.
        case anyone

        /// The key that it is bound to; nil if there is none by now.
        package var key: [UInt8]? { if case .bound(let key) = self { key } else { nil } }
    }

    package init(
        id: EndpointID,
        device: DeviceID,
        digest: Capability.Digest,
        sender: Sender,
        revoked: Timestamp? = nil
    ) {
        self.id = id
        self.device = device
        self.digest = digest
        self.sender = sender
        self.revoked = revoked
    }

    /// Binds it to a key, if it waits for the first one.
    package mutating func bind(to key: [UInt8]) {
        if sender == .firstKey { sender = .bound(vapid: key) }
    }

    /// Ends the endpoint, and no other of the device.
    package mutating func revoke(at now: Timestamp) {
        revoked = revoked ?? now
    }

    /// What a sender is answered.
    package enum Reach: Hashable, Sendable {
        /// Requests are served.
        case open
        /// 410: the endpoint or its device has ended, and the sender forgets it.
        case gone
        /// 404: the relay does not know it, or not any more.
        case unknown
    }

    /// Whether requests are served, with `device` being in this state.
    package func reach(of device: DeviceState, at now: Timestamp) -> Reach {
        guard let ended = [revoked, device.ended].compactMap(\.self).min() else {
            return device.takesMessages ? .open : .unknown
        }
        return now < ended.advanced(by: DeviceState.memory) ? .gone : .unknown
    }
}

/// The name of an endpoint for its device, a random number; it grants nothing.
package struct EndpointID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    /// Makes a new random name.
    package init() {
        self.init(DeviceID().number)
    }
}
