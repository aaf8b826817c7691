// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding
import SealedPushRelay
import SimulatedDevice
import UserNotifications

extension LabAPI {
    /// What is asked about the notifications of a phone, and what the user does with them.
    func addNotifications(to router: Router<LabContext>) {
        let lab = lab
        router.get("phones/:phone/notifications") { request, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            let wanted = try request.number("wait", 0...1000, else: 0)
            let timeout = try request.timeout()
            if wanted > 0 {
                _ = await lab.events.wait(within: timeout) {
                    phone.notifications.count >= wanted ? true : nil
                }
            }
            let notifications = phone.notifications
            return .json { object in
                object.array("notifications") { array in
                    for notification in notifications {
                        array.object { notification.write(to: &$0) }
                    }
                }
            }
        }
        router.delete("phones/:phone/notifications") { _, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            for app in phone.apps {
                app.device.notificationCenter.removeAllDeliveredNotifications()
            }
            lab.events.tell(.phone(phone.id))
            return .done
        }
        let responses: RouterPath = "phones/:phone/notifications/:notification/responses"
        router.post(responses) { request, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            let id = context.part("notification")
            let response = try ResponseRequest(await request.json())
            guard let notification = phone.notifications.first(where: { $0.id == id }) else {
                throw LabProblem.unknown
            }
            return try await respond(to: notification, with: response, on: phone)
        }
        router.get("files/:file") { _, context -> Response in
            guard let number = PictureStore.number(context.part("file")),
                let picture = lab.picture(number)
            else { throw LabProblem.unknown }
            return .bytes(picture.bytes, type: picture.kind.rawValue)
        }
    }

    private func respond(
        to notification: LabNotification,
        with request: ResponseRequest,
        on phone: LabPhone
    ) async throws -> Response {
        let response: UserResponse
        do throws(DeviceError) {
            response = try notification.app.device.respond(
                to: notification.shown.identifier,
                with: request.action,
                // All actions of a drawn phone are in sight.
                from: .expanded
            )
        } catch .unknownNotification {
            throw LabProblem.unknown
        } catch {
            throw LabProblem.impossible(error)
        }
        let report = await response.report
        lab.events.tell(.phone(phone.id))
        return .json { object in
            object.add("action", report.action)
            if let text = report.text { object.add("text", text) }
            object.add("opened", report.isAppOpened)
            object.add("launched", report.isAppLaunched)
            object.add("app", report.delegate.rawValue)
        }
    }
}

/// What the user does with a notification.
private struct ResponseRequest {
    let action: UserAction

    init(_ root: JSONValue) throws(LineError) {
        var members = try Members(root)
        let name = try members.text("action", 0...200) ?? "default"
        let text = try members.text("text", 0...4096)
        try members.end()
        action =
            switch (name, text) {
            case ("default", nil): .default
            case ("dismiss", nil): .dismiss
            case (_, nil): .action(name)
            case (_, let text?): .text(name, text)
            }
    }
}

extension LabNotification {
    func write(to object: inout JSONWriter.Object) {
        object.add("id", id)
        object.add("topic", app.topic)
        object.add("time", Timestamp(date).milliseconds)
        if let origin { object.add("push", origin.push) }
        object.array("actions") { array in
            for action in app.category(shown.content.categoryIdentifier)?.actions ?? [] {
                array.object { action.write(to: &$0) }
            }
        }
        shown.write(to: &object) { origin?.pictures[$0.identifier] }
    }
}
