// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import SealedPushAPNs
import SealedPushCoding
import SealedPushRelay
import SimulatedDevice
import UserNotifications

extension LabAPI {
    /// What is asked about phones and their apps.
    func addPhones(to router: Router<LabContext>) {
        let lab = lab
        router.get("phones") { _, _ -> Response in
            .json { object in
                object.array("phones") { array in
                    for phone in lab.phones { array.object { phone.write(to: &$0) } }
                }
            }
        }
        router.post("phones") { request, _ -> Response in
            let phone = try lab.makePhone(PhoneRequest(await request.json()))
            var response = Response.json(.created) { phone.write(to: &$0) }
            response.headers[.location] = "/phones/\(phone.id)"
            return response
        }
        router.delete("phones") { _, _ -> Response in
            lab.removeAllPhones()
            return .done
        }
        router.get("phones/:phone") { _, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            return .json { phone.write(to: &$0) }
        }
        router.patch("phones/:phone") { request, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            phone.change(try PhoneChange(await request.json()))
            return changed(phone)
        }
        router.delete("phones/:phone") { _, context -> Response in
            lab.remove(try lab.phone(context.part("phone")))
            return .done
        }
        router.post("phones/:phone/clock") { request, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            var members = try Members(await request.json())
            let time = try members.seconds("seconds", upTo: 31_536_000).needed("seconds")
            try members.end()
            guard phone.clock.kind == .virtual else { throw LabProblem.realClock }
            await phone.advance(by: time)
            return changed(phone)
        }
        router.patch("phones/:phone/apps/:topic") { request, context -> Response in
            let phone = try lab.phone(context.part("phone"))
            guard let app = phone.app(context.part("topic")) else { throw LabProblem.unknown }
            try AppChange(await request.json()).apply(to: app)
            return changed(phone)
        }
    }

    private func changed(_ phone: LabPhone) -> Response {
        lab.events.tell(.phone(phone.id))
        return .json { phone.write(to: &$0) }
    }
}

extension LabPhone {
    func write(to object: inout JSONWriter.Object) {
        let profile = profile
        object.add("id", id)
        object.add("name", name)
        object.add("lock", profile.lock.rawValue)
        object.add("online", profile.isOnline)
        object.add("muted", profile.isMuted)
        object.add("focus", profile.isFocused)
        object.add("locale", profile.language.locale)
        object.add("clock", clock.kind.name)
        object.add("time", Timestamp(clock.date).milliseconds)
        object.array("apps") { array in
            for app in apps { array.object { app.write(to: &$0) } }
        }
    }
}

extension LabApp {
    fileprivate func write(to object: inout JSONWriter.Object) {
        let profile = device.profile
        object.add("topic", topic)
        object.add("environment", environment.name)
        object.add("token", token.text)
        object.add("state", profile.appState.rawValue)
        object.add("permission", profile.permission.name)
        object.add("badge", device.badge)
        if let extensionName { object.add("extension", extensionName) }
        object.array("categories") { array in
            for category in categories {
                array.object { object in
                    object.add("id", category.id)
                    object.array("actions") { array in
                        for action in category.actions { array.object { action.write(to: &$0) } }
                    }
                }
            }
        }
    }
}

extension PhoneRequest.Action {
    func write(to object: inout JSONWriter.Object) {
        object.add("id", id)
        object.add("title", title)
        object.add("reply", isReply)
        object.add("foreground", options.contains(.foreground))
        object.add("destructive", options.contains(.destructive))
        object.add("authenticationRequired", options.contains(.authenticationRequired))
    }
}
