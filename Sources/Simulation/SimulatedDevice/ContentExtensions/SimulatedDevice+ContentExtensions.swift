// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsUI

extension SimulatedDevice {
    /// Gives the app a content extension: it draws the notifications of some categories where they are expanded.
    ///
    ///     device.addContentExtension(for: ["VOICE"]) { context in
    ///         let controller = NotificationViewController()
    ///         controller.extensionContext = context
    ///         return controller
    ///     }
    ///
    /// - Parameters:
    ///   - categories: What stands under `UNNotificationExtensionCategory` in its property list; a later
    ///     extension of a category takes the place of an earlier one.
    ///   - make: Makes the extension; called for each notification that is expanded.
    public func addContentExtension(
        for categories: Set<String>,
        make: @escaping @Sendable (NSExtensionContext) -> any UNNotificationContentExtension
    ) {
        centre.add(ContentExtensionMaker(categories: categories, make: make))
    }

    /// Expands a notification, as a long press does; one that was expanded before is closed.
    ///
    /// It waits for the content extension to return from `didReceive(_:)`.
    ///
    /// - Throws: where there is no such notification on the screen or in the list.
    public func expand(_ identifier: String) async throws(ResponseError) -> ExpandedNotification {
        ExpandedNotification(try await centre.expand(identifier), on: centre)
    }
}
