// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A device and the endpoint at which one sender reaches it, as the device has signed it in a
/// subscription or in an answer to a pairing's link.
package struct DeviceAddress: Hashable, Sendable {
    /// The device.
    package let device: DeviceIdentity
    /// The app.
    package let topic: Topic
    /// The URL at the device's relay, a secret.
    package let endpoint: String
    /// The relay, as the endpoint names it.
    package let origin: WebOrigin

    /// Takes the parts that a device has signed, or gives nil for a text that is no endpoint
    /// (S-18).
    package init?(device: DeviceIdentity, topic: Topic, endpoint: String) {
        guard let origin = Self.origin(of: Array(endpoint.utf8)) else { return nil }
        self.init(device: device, topic: topic, endpoint: endpoint, origin: origin)
    }

    /// The address in an answer, at the relay of its link.
    package init(_ answer: PairingAnswer, at relay: WebOrigin) {
        self.init(
            device: answer.device,
            topic: answer.topic,
            endpoint: answer.endpoint,
            origin: relay
        )
    }

    fileprivate init(device: DeviceIdentity, topic: Topic, endpoint: String, origin: WebOrigin) {
        self.device = device
        self.topic = topic
        self.endpoint = endpoint
        self.origin = origin
    }

    /// The origin of an endpoint; nil for bytes that are no endpoint (S-18).
    static func origin(of endpoint: [UInt8]) -> WebOrigin? {
        let parts = endpoint.split(
            separator: UInt8(ascii: "/"),
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard endpoint.count <= DeviceIdentity.Subscription.maximumEndpointCount,
            parts.count == 4, !parts[3].isEmpty, parts[3].allSatisfy(isOfPath)
        else { return nil }
        return WebOrigin(endpoint[..<(parts[3].startIndex - 1)])
    }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~/".utf8.contains(byte)
        }
    }
}

extension DeviceAddress: Redacted {}

extension DeviceIdentity.Subscription {
    /// Where the device is reached.
    package var address: DeviceAddress {
        DeviceAddress(device: device, topic: topic, endpoint: endpoint, origin: origin)
    }
}
