// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import UserNotifications

/// A push as it reaches the device: read once, whatever it holds.
struct ArrivedPush: Sendable {
    /// The key of an `.apns` file for Apple's simulator that names the app.
    private static let targetKey = "Simulator Target Bundle"

    /// How many bytes of payload APNs takes, and how many for `voip`.
    private static let byteLimit = 4096
    private static let voipByteLimit = 5120

    let payload: JSONDocument
    let headers: PushHeaders

    /// The app that the push is for, as far as it says.
    let topic: String?

    /// Whether there is an alert with a title, a subtitle or a body.
    let hasAlert: Bool

    /// Whether there is anything for the user at all: an alert, a sound or a badge.
    let isVisible: Bool

    /// Reads a push, or the contents of an `.apns` file.
    ///
    /// - Throws: why the push service or the system would have refused it.
    init(_ bytes: [UInt8], headers: PushHeaders) throws(DeliveryReport.Loss) {
        guard (headers.collapseID?.utf8.count ?? 0) <= 64 else { throw .collapseIDTooLong }
        guard let document = try? JSONDocument(reading: bytes), document.root.kind == .object,
            document.root["aps"]?.kind == .object
        else { throw .payloadMalformed }
        self.headers = headers
        if let target = document.root[Self.targetKey] {
            guard let rest = try? document.removing(Self.targetKey, from: document.root)
            else { throw .payloadMalformed }
            payload = rest
            topic = headers.topic ?? target.string
        } else {
            payload = document
            topic = headers.topic
        }
        let limit = headers.pushType == "voip" ? Self.voipByteLimit : Self.byteLimit
        guard payload.bytes.count <= limit else { throw .payloadTooLarge }
        let content = ContentMapping(localize: { _ in nil }).content(of: payload)
        hasAlert = content.hasAlertText
        isVisible = hasAlert || content.badge != nil || content.sound != .none
    }

    private var aps: JSONValue? { payload.root["aps"] }

    /// Whether the extension may change the notification: `mutable-content` is 1.
    var isMutable: Bool { aps?["mutable-content"]?.isSet == true }

    /// Whether the app is to be woken: `content-available` is 1.
    var wakesApp: Bool { aps?["content-available"]?.isSet == true }

    /// The content of the payload, as the system shows it if no extension rewrites it.
    func content(
        localizing localize: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> NotificationContent {
        ContentMapping(localize: localize).content(of: payload)
    }
}

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

extension UNNotificationRequest {
    /// The request that an extension is given of a push.
    ///
    /// - Throws: why the push service or the system would have refused the push.
    package convenience init(
        payload: [UInt8],
        headers: PushHeaders,
        language: DeviceProfile.Language
    ) throws(DeliveryReport.Loss) {
        let push = try ArrivedPush(payload, headers: headers)
        let content = push.content(localizing: { language.strings[$0] })
        self.init(
            values: Values(
                identifier: push.headers.collapseID ?? "00000000-0000-4000-8000-000000000000",
                content: UNNotificationContent.Values(content),
                trigger: UNNotificationTrigger.Values(.push, repeats: false)
            )
        )
    }
}

/// Whether the system launches the extension to rewrite a push before it is shown.
enum LaunchDecision: Hashable {
    case launch
    case pass(DeliveryReport.LaunchRefusal)

    /// Decides as the system does: for a mutable push with an alert, if alerts may be shown and the
    /// app has an extension.
    init(_ push: ArrivedPush, showsAlerts: Bool, hasExtension: Bool = true) {
        self =
            if !push.isVisible {
                .pass(.silent)
            } else if !push.hasAlert {
                .pass(.noAlert)
            } else if !push.isMutable {
                .pass(.notMutable)
            } else if !showsAlerts {
                .pass(.alertsOff)
            } else if !hasExtension {
                .pass(.noExtension)
            } else {
                .launch
            }
    }
}
