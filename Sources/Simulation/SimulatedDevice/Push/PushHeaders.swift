// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The headers that a provider sent with a push, as far as the device's behaviour depends on them.
///
/// `apns-priority` is none of them: with 5 and 1 a device may hold a push back to spare its battery,
/// but when it does nobody documents, so this one never does.
public struct PushHeaders: Sendable, Hashable {
    /// The app that the push is for: `apns-topic`; nil leaves it to the device.
    public var topic: String?
    /// What kind of push it is: `apns-push-type`.
    public var pushType: String?
    /// What names the notification, so that a later one replaces it: `apns-collapse-id`.
    public var collapseID: String?
    /// Until when an offline device's push is kept, in seconds since 1970: `apns-expiration`.
    ///
    /// 0 keeps nothing; nil leaves it to the push service, which keeps it up to 30 days.
    public var expiration: Int?

    /// No header at all.
    public init() {}

    /// Reads header fields; names are compared without regard to case, and what is not known is passed over.
    public init(_ fields: [String: String]) {
        for (name, value) in fields {
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
    /// Header fields as they stand in a request.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
