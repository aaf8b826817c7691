// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications

extension DeviceCentre {
    /// Takes a notification away with what the user did, and tells the app.
    func respond(
        to identifier: String,
        with action: UserAction,
        from view: NotificationView
    ) throws(ResponseError) -> UserResponse {
        let isLocked = settings.profile.lock != .unlocked
        let (entry, plan) = try state.withLock { state throws(ResponseError) in
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
        let response = UserResponse()
        tell(plan, of: entry, to: response)
        return response
    }

    private func tell(
        _ plan: ResponsePlan,
        of entry: NotificationList.Entry,
        to response: UserResponse
    ) {
        let start = clock.now
        let isLaunched = plan.reachesApp && run(inForeground: plan.opensApp)
        let end: @Sendable (ResponseReport.Answer) -> Void = { answer in
            self.discard([entry])
            response.end.resolve(
                ResponseReport(
                    notification: entry.shown.identifier,
                    action: plan.actionIdentifier,
                    text: plan.text,
                    isDestructive: plan.isDestructive,
                    isAppLaunched: isLaunched,
                    isAppOpened: plan.opensApp,
                    delegate: answer,
                    time: start.duration(to: self.clock.now)
                )
            )
        }
        guard plan.reachesApp else { return end(.notTold) }
        tellDelegate(
            UNNotificationResponse.Values(
                notification: entry.notification,
                actionIdentifier: plan.actionIdentifier,
                userText: plan.text
            ),
            then: end
        )
    }

    private func tellDelegate(
        _ values: UNNotificationResponse.Values,
        then end: @escaping @Sendable (ResponseReport.Answer) -> Void
    ) {
        guard let front else { return end(.noDelegate) }
        caller.call(from: front, within: settings.profile.limits.response) { answer in
            guard let delegate = front.center.delegate else { return answer(.noDelegate) }
            delegate.userNotificationCenter(
                front.center,
                didReceive: UNNotificationResponse.make(values)
            ) { answer(.answered) }
        } done: { (answer: ResponseReport.Answer?) in
            end(answer ?? .timedOut)
        }
    }
}
