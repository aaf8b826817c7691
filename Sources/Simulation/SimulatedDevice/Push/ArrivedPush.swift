// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import UserNotifications

/// A push as it reaches the device: read once, whatever it holds.
package struct ArrivedPush: Sendable {
    /// The key of an `.apns` file for Apple's simulator that names the app.
    package static let targetKey = "Simulator Target Bundle"

    /// How many bytes of payload APNs takes, and how many for `voip`.
    private static let byteLimit = 4096
    private static let voipByteLimit = 5120

    package let payload: JSONDocument
    let headers: PushHeaders

    /// The app that the push is for, as far as it says.
    package let topic: String?

    /// Whether there is an alert with a title, a subtitle or a body.
    package let hasAlert: Bool

    /// Whether there is anything for the user at all: an alert, a sound or a badge.
    package let isVisible: Bool

    /// Reads a push, or the contents of an `.apns` file.
    ///
    /// - Throws: why the push service or the system would have refused it.
    init(_ bytes: [UInt8], headers: PushHeaders) throws(DeliveryReport.Loss) {
        guard (headers.collapseID?.utf8.count ?? 0) <= 64 else { throw .collapseIDTooLong }
        guard let document = try? JSONDocument(reading: bytes), document.root.kind == .object,
            document.root["aps"]?.kind == .object
        else { throw .payloadMalformed }
        self.init(document, headers: headers)
        let limit = headers.pushType == "voip" ? Self.voipByteLimit : Self.byteLimit
        guard payload.bytes.count <= limit else { throw .payloadTooLarge }
    }

    /// Takes a payload that is an object, or the contents of an `.apns` file, of whatever size.
    package init(_ document: JSONDocument, headers: PushHeaders = [:]) {
        self.headers = headers
        let target = document.root[Self.targetKey]
        // Leaving a member out keeps every rule.
        payload = (try? document.removing(Self.targetKey, from: document.root)) ?? document
        topic = headers.topic ?? target?.string
        let content = ContentMapping(localize: { _ in nil }).content(of: payload)
        hasAlert = content.hasAlertText
        isVisible = hasAlert || content.badge != nil || content.sound != .none
    }

    private var aps: JSONValue? { payload.root["aps"] }

    /// Whether the extension may change the notification: `mutable-content` is 1.
    package var isMutable: Bool { aps?["mutable-content"]?.isSet == true }

    /// Whether the app is to be woken: `content-available` is 1.
    package var wakesApp: Bool { aps?["content-available"]?.isSet == true }

    /// The content of the payload, as the system shows it if no extension rewrites it.
    package func content(
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
package enum LaunchDecision: Hashable {
    case launch
    case pass(DeliveryReport.LaunchRefusal)

    /// Decides as the system does: for a mutable push with an alert, if alerts may be shown and the
    /// app has an extension.
    init(_ push: ArrivedPush, showsAlerts: Bool, hasExtension: Bool = true) {
        let refusal = Self.refusals(of: push, showsAlerts: showsAlerts).first
        let last: Self = hasExtension ? .launch : .pass(.noExtension)
        self = refusal.map { .pass($0) } ?? last
    }

    /// Everything for which the system does not launch the extension; the first is what it is told
    /// by.
    package static func refusals(
        of push: ArrivedPush,
        showsAlerts: Bool
    ) -> [DeliveryReport.LaunchRefusal] {
        var refusals: [DeliveryReport.LaunchRefusal] = []
        if !push.hasAlert { refusals.append(push.isVisible ? .noAlert : .silent) }
        if !push.isMutable { refusals.append(.notMutable) }
        if !showsAlerts { refusals.append(.alertsOff) }
        return refusals
    }
}
