// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// The buttons of campaigns: each set of titles is a category, beside those of the app.
public final class BeaconCategories {
    /// Those of the app.
    public static let shared = BeaconCategories()
    /// How the identifiers of campaigns' categories begin.
    public static let prefix = "BEACON."
    /// How many categories of campaigns are kept: the latest.
    public static let limit = 4

    // Two campaigns at once must not lose each other's category.
    private let queue = DispatchQueue(label: "com.example.beacon.categories")
    private var recent: [String] = []

    /// Registers a category for the buttons, and tells its identifier; nil without buttons.
    public func register(_ buttons: [String], completion: @escaping (String?) -> Void) {
        guard !buttons.isEmpty else { return completion(nil) }
        queue.async {
            let identifier = Self.prefix + buttons.joined(separator: "|")
            let group = DispatchGroup()
            group.enter()
            UNUserNotificationCenter.current().getNotificationCategories { categories in
                let kept = self.keep(identifier, among: categories)
                UNUserNotificationCenter.current()
                    .setNotificationCategories(kept.union([Self.category(identifier, buttons)]))
                group.leave()
            }
            group.wait()
            completion(identifier)
        }
    }

    /// The app's own categories, and the latest of campaigns.
    private func keep(
        _ identifier: String,
        among categories: Set<UNNotificationCategory>
    ) -> Set<UNNotificationCategory> {
        let present = Set(categories.map { $0.identifier })
        recent = recent.filter { $0 != identifier && present.contains($0) } + [identifier]
        recent.removeFirst(max(0, recent.count - Self.limit))
        return categories.filter {
            !$0.identifier.hasPrefix(Self.prefix) || recent.dropLast().contains($0.identifier)
        }
    }

    private static func category(_ identifier: String, _ buttons: [String])
        -> UNNotificationCategory
    {
        let actions = buttons.enumerated().map { number, title in
            UNNotificationAction(
                identifier: "\(identifier)#\(number)",
                title: title,
                options: number == 0 ? [.foreground] : []
            )
        }
        return UNNotificationCategory(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: [],
            options: [.customDismissAction]
        )
    }
}
