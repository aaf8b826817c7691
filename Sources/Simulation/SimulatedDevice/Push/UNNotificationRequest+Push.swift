// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import UserNotifications

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
