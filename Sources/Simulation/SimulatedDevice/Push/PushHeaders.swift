// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The headers of a provider's request that change what the device does.
///
/// `apns-priority` is not among them: with 5 and 1 a device may delay a push to save power, but the
/// rules are undocumented, so this device never does.
public struct PushHeaders: Sendable, Hashable {
    /// The app that the push is for (`apns-topic`); nil means the device's app.
    public var topic: String?
    /// The type of the push (`apns-push-type`).
    public var pushType: String?
    /// The identifier of the notification, by which a later one replaces it (`apns-collapse-id`).
    public var collapseID: String?
    /// The time until which a push to an offline device is kept, in seconds since 1970
    /// (`apns-expiration`).
    ///
    /// 0 keeps nothing; without a value the push service keeps it for up to 30 days.
    public var expiration: Int?

    /// Creates headers without any field.
    public init() {}

    /// Reads header fields; names are case-insensitive, and unknown fields are ignored.
    ///
    /// Of names that differ in case alone the last in the order of their characters counts.
    public init(_ fields: [String: String]) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            switch name.lowercased() {
            case "apns-topic": topic = value
            case "apns-push-type": pushType = value
            case "apns-collapse-id": collapseID = value
            case "apns-expiration": expiration = Int(value)
            default: break
            }
        }
    }
}

extension PushHeaders: ExpressibleByDictionaryLiteral {
    /// Reads the header fields of a request.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
