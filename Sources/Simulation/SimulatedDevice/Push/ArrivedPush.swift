// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

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
