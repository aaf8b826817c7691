// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What a sender needs to reach a device through a relay: the app gives it, never the relay.
///
/// It names the device's identity, so a relay that answers with another device's bundle gets nothing sealed to it.
///
/// ```json
/// {"endpoint":"https://relay.example/e/…","identity":"<base64url>","vapid":"<base64url>"}
/// ```
package struct Subscription: Hashable, Sendable {
    /// The endpoint's URL, a secret.
    package let endpoint: String
    /// The device that the endpoint stands for.
    package let identity: DeviceIdentity
    /// The VAPID key that the endpoint is bound to, or nil.
    package let vapid: [UInt8]?

    /// The most bytes of a subscription that is read.
    package static let byteLimit = 4096

    package init(endpoint: String, identity: DeviceIdentity, vapid: [UInt8]? = nil) {
        self.endpoint = endpoint
        self.identity = identity
        self.vapid = vapid
    }

    /// Reads a subscription; members of other names are ignored.
    ///
    /// - Throws: ``SubscriptionError``.
    package init(reading bytes: [UInt8]) throws(SubscriptionError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong(bytes.count) }
        guard let root = try? JSONDocument(reading: bytes).root, root.kind == .object else {
            throw .notAnObject
        }
        guard let endpoint = root["endpoint"]?.string, Self.isEndpoint(endpoint) else {
            throw .noEndpoint
        }
        guard let text = root["identity"]?.string, let key = Self.decode(text),
            let identity = try? DeviceIdentity(reading: key.span)
        else { throw .noIdentity }
        self.endpoint = endpoint
        self.identity = identity
        guard let vapid = root["vapid"] else {
            self.vapid = nil
            return
        }
        guard let text = vapid.string, let key = Self.decode(text), key.count == Endpoint.keyCount,
            key.first == 4
        else { throw .wrongKey }
        self.vapid = key
    }

    /// The subscription as JSON.
    package var json: [UInt8] {
        JSONWriter.object { object in
            object.add("endpoint", endpoint)
            object.add("identity", base64URL: identity.bytes.span)
            if let vapid { object.add("vapid", base64URL: vapid.span) }
        }
    }

    private static func decode(_ text: String) -> [UInt8]? {
        try? Base64URL.decode(Array(text.utf8).span)
    }

    /// Whether a text is a URL with `https`, or with `http` to the same machine, without characters that a request
    /// line cannot hold.
    private static func isEndpoint(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return false }
        let loopback = ["127.0.0.1", "[::1]", "localhost"].flatMap {
            ["http://\($0):", "http://\($0)/"]
        }
        return (["https://"] + loopback).contains { text.hasPrefix($0) && text.count > $0.count }
    }
}

extension Subscription: CustomStringConvertible, CustomReflectable {
    /// Names the device only: the URL is a secret.
    package var description: String { "Subscription" }

    /// Shows nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a subscription cannot be read; none holds a part of it.
package enum SubscriptionError: Error, Hashable {
    /// It has more than 4,096 bytes.
    case tooLong(Int)
    /// It is no JSON object.
    case notAnObject
    /// The endpoint is missing, or is no URL with `https`.
    case noEndpoint
    /// The identity is missing, or is no device identity.
    case noIdentity
    /// The VAPID key is no uncompressed point of P-256 in base64url.
    case wrongKey
}
