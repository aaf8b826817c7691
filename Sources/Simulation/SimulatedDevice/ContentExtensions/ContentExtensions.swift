// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications
public import UserNotificationsUI

/// A content extension of the app: the categories that it draws, and how it is made.
struct ContentExtensionMaker: Sendable {
    let categories: Set<String>
    let make: @Sendable (NSExtensionContext) -> any UNNotificationContentExtension
}

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

extension DeviceCenter {
    func add(_ maker: ContentExtensionMaker) {
        state.withLock { $0.makers.append(maker) }
    }

    /// Expands a notification, and has its extension draw it.
    func expand(_ identifier: String) async throws(DeviceError) -> Expansion {
        let caller = makeCaller()
        let (expansion, before) = try state.withLock { state throws(DeviceError) in
            guard let entry = state.list[identifier] else { throw .unknownNotification }
            let category = entry.notification.request.content.categoryIdentifier
            let expansion = Expansion(
                entry,
                actions: state.category(of: entry)?.actions ?? [],
                maker: state.makers.last { $0.categories.contains(category) },
                caller: caller,
                center: self
            )
            defer { state.expansion = expansion }
            return (expansion, state.expansion)
        }
        before?.close()
        await expansion.open()
        return expansion
    }

    /// Does in an expanded notification what the user did; its extension decides about actions.
    func respond(
        in expansion: Expansion,
        with action: UserAction
    ) throws(DeviceError) -> UserResponse {
        guard let object = expansion.object, let front, action.isChoice else {
            let response = try respond(
                to: expansion.entry.shown.identifier,
                with: action,
                from: .expanded
            )
            expansion.close()
            return response
        }
        let plan = try ResponsePlan(
            action,
            in: .expanded,
            offering: expansion.actions,
            options: [],
            isLocked: settings.profile.lock != .unlocked
        )
        guard expansion.startAsking() else { throw .unanswered }
        let entry = expansion.entry
        let response = UserResponse(plan, of: entry, at: clock.now)
        let values = plan.values(for: entry)
        expansion.caller.call(from: front, within: settings.profile.limits.answer) { answer in
            object.object.didReceive(
                UNNotificationResponse.make(values),
                completionHandler: answer
            )
        } done: { option in
            expansion.stopAsking()
            let answer = UserResponse.Report.ContentExtensionAnswer(option)
            if answer.isEnd {
                expansion.close()
                // Another may have taken its place meanwhile, and stays.
                self.state.withLock { _ = $0.list.remove(entry) }
            }
            self.tell(plan, of: entry, to: response, after: answer)
        }
        return response
    }
}

extension UserAction {
    /// Whether it is an action of the category, and not one of the system's.
    fileprivate var isChoice: Bool {
        switch self {
        case .default, .dismiss: false
        case .action, .text: true
        }
    }
}
