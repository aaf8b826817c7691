// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension FindingRule.Source {
    static let payload = apple("Generating a remote notification")
    static let request = apple("Sending notification requests to APNs")
    static let answer = apple("Handling notification responses from APNs")
    static let modifying = apple("Modifying content in newly delivered notifications")
    static let background = apple("Pushing background updates to your App")
    static let permission = apple("Asking permission to use notifications")
    static let category = apple("Declaring your actionable notification types")
    static let service = apple("UNNotificationServiceExtension")
    static let attachment = apple("UNNotificationAttachment")
    static let sound = apple("UNNotificationSound")
    static let level = apple("UNNotificationInterruptionLevel")
    static let critical = apple(
        "com.apple.developer.usernotifications.critical-alerts",
        "bundleresources/entitlements/com.apple.developer.usernotifications.critical-alerts"
    )
    static let localization = payload
    static let wake = apple(
        "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
        "uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:"
            + "fetchcompletionhandler:)"
    )
    static let protection = apple(
        "Encrypting Your App's Files",
        "uikit/encrypting-your-app-s-files"
    )
    static let activity = apple(
        "Starting and updating Live Activities with ActivityKit push notifications",
        "activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications"
    )
    static let transport = apple(
        "NSAppTransportSecurity",
        "bundleresources/information-property-list/nsapptransportsecurity"
    )
    static let stored = FindingRule.Source(
        "Local and Remote Notification Programming Guide, APNs Overview",
        "https://developer.apple.com/library/archive/documentation/NetworkingInternet/Conceptual/"
            + "RemoteNotificationsPG/APNSOverview.html"
    )
    static let json = FindingRule.Source(
        "RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format",
        "https://www.rfc-editor.org/rfc/rfc8259"
    )
    static let observed = FindingRule.Source(
        "Reports of apps; Apple documents no rule (docs/testing-extensions.md)"
    )
    static let envelope = FindingRule.Source(
        "The protocol of SealedPush, the envelope (docs/protocol/message.md)"
    )

    /// A page of Apple's, by its title; of user notifications the title makes the address.
    private static func apple(_ title: String, _ path: String? = nil) -> FindingRule.Source {
        let page = title.lowercased().replacing(" ", with: "-")
        return FindingRule.Source(
            title,
            "https://developer.apple.com/documentation/" + (path ?? "usernotifications/\(page)")
        )
    }
}
