// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications

extension SimulatedDevice {
    /// Responds to a notification as the user: the notification closes, and the app is told.
    ///
    ///     let response = try device.respond(to: "dinner", with: .text("reply", "Gladly"))
    ///     #expect(await response.report.delegate == .answered)
    ///
    /// The notification must be on the screen or in the list, and the lock and the app's categories
    /// must allow the action. An app that is not running is launched. It comes to the foreground if
    /// the action opens it. Its delegate has ``DeviceProfile/ExtensionLimits/response`` to answer.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the notification.
    ///   - action: The user's action.
    ///   - view: The view in which the user responds.
    /// - Returns: The response, which is being delivered to the app.
    /// - Throws: ``DeviceError`` if that is not possible; then nothing has happened.
    @discardableResult
    public func respond(
        to identifier: String,
        with action: UserAction = .default,
        from view: ShownNotification.View = .banner
    ) throws(DeviceError) -> UserResponse {
        try center.respond(to: identifier, with: action, from: view)
    }
}

extension DeviceCenter {
    /// Takes a notification away with what the user did, and tells the app.
    func respond(
        to identifier: String,
        with action: UserAction,
        from view: ShownNotification.View
    ) throws(DeviceError) -> UserResponse {
        let isLocked = settings.profile.lock != .unlocked
        let (entry, plan) = try state.withLock { state throws(DeviceError) in
            guard let entry = state.list[identifier] else { throw .unknownNotification }
            let category = state.category(of: entry)
            let plan = try ResponsePlan(
                action,
                in: view,
                offering: category?.actions,
                options: category?.options ?? [],
                isLocked: isLocked
            )
            _ = state.list.remove(.identifiers([identifier]))
            return (entry, plan)
        }
        let response = UserResponse(plan, of: entry, at: clock.now)
        tell(plan, of: entry, to: response)
        return response
    }

    /// Tells the app what the user did, unless that is not for it.
    ///
    /// - Parameters:
    ///   - plan: What follows from it.
    ///   - entry: The notification.
    ///   - response: What is given the report.
    ///   - answer: What a content extension made of it, where one was asked.
    func tell(
        _ plan: ResponsePlan,
        of entry: NotificationList.Entry,
        to response: UserResponse,
        after answer: UserResponse.Report.ContentExtensionAnswer? = nil
    ) {
        let isTold = plan.reachesApp && (answer ?? .forwards) == .forwards
        let isLaunched = isTold && run(inForeground: plan.opensApp)
        let end: @Sendable (UserResponse.Report.DelegateAnswer) -> Void = { delegate in
            if answer?.isEnd ?? true { self.discard([entry]) }
            response.end.resolve(
                UserResponse.Report(
                    plan,
                    of: entry,
                    contentExtension: answer,
                    isAppLaunched: isLaunched,
                    isAppOpened: isTold && plan.opensApp,
                    delegate: delegate,
                    time: response.start.duration(to: self.clock.now)
                )
            )
        }
        guard isTold else { return end(.notTold) }
        tellDelegate(plan.values(for: entry), then: end)
    }

    private func tellDelegate(
        _ values: UNNotificationResponse.Values,
        then end: @escaping @Sendable (UserResponse.Report.DelegateAnswer) -> Void
    ) {
        guard let front else { return end(.noDelegate) }
        caller.call(from: front, within: settings.profile.limits.response) { answer in
            guard let delegate = front.center.delegate else { return answer(.noDelegate) }
            delegate.userNotificationCenter(
                front.center,
                didReceive: UNNotificationResponse.make(values)
            ) { answer(.answered) }
        } done: { (answer: UserResponse.Report.DelegateAnswer?) in
            end(answer ?? .timedOut)
        }
    }
}

extension ResponsePlan {
    /// The response as the app is given it.
    func values(for entry: NotificationList.Entry) -> UNNotificationResponse.Values {
        UNNotificationResponse.Values(
            notification: entry.notification,
            actionIdentifier: actionIdentifier,
            userText: text
        )
    }
}
