// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsUI

extension SimulatedDevice {
    /// Adds a content extension to the app, which draws expanded notifications of some categories.
    ///
    ///     device.addContentExtension(for: ["VOICE"]) { context in
    ///         let controller = NotificationViewController()
    ///         controller.extensionContext = context
    ///         return controller
    ///     }
    ///
    /// - Parameters:
    ///   - categories: The values of `UNNotificationExtensionCategory` in its property list; a
    ///     later extension of a category replaces an earlier one.
    ///   - make: Makes the extension; called once for each expanded notification.
    public func addContentExtension(
        for categories: Set<String>,
        make: @escaping @Sendable (NSExtensionContext) -> any UNNotificationContentExtension
    ) {
        center.add(ContentExtensionMaker(categories: categories, make: make))
    }

    /// Expands a notification as by a long press, and closes one that was expanded before.
    ///
    /// It waits for the content extension to return from `didReceive(_:)`.
    ///
    /// - Throws: ``DeviceError/unknownNotification``.
    public func expand(_ identifier: String) async throws(DeviceError) -> ExpandedNotification {
        ExpandedNotification(try await center.expand(identifier), on: center)
    }
}
