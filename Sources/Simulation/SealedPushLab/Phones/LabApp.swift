// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCoding
import SealedPushCrypto
import SimulatedDevice
import Synchronization
import UserNotifications

/// An app on a phone of a lab, with the device that runs its extension.
final class LabApp: Sendable {
    let topic: String
    let environment: PushEnvironment
    let token: APNsDeviceToken
    let extensionName: String?
    let categories: [PhoneRequest.Category]
    let device: SimulatedDevice
    private let origins = Mutex<[String: Origin]>([:])

    /// Where a notification comes from.
    struct Origin: Sendable {
        /// The number of its push.
        let push: Int
        /// The paths of pictures, by the identifiers of attachments.
        var pictures: [String: String] = [:]
    }

    init(
        _ app: PhoneRequest.App,
        of phone: PhoneRequest,
        number: Int,
        on lab: Lab,
        token: APNsDeviceToken,
        clock: DeviceClock
    ) {
        topic = app.topic
        environment = app.environment ?? lab.environment
        self.token = token
        extensionName = app.extensionName
        categories = app.categories
        var profile = app.profile
        profile.name = "p\(number)"
        (profile.lock, profile.isOnline) = (phone.lock, phone.isOnline)
        (profile.isMuted, profile.isFocused) = (phone.isMuted, phone.isFocused)
        profile.language.locale = phone.locale
        if let program = app.extensionName.flatMap({ lab.extensions[$0] }) {
            profile.appFolder = program.appFolder
            device = SimulatedDevice(
                profile: profile,
                clock: clock,
                executable: program.executable,
                arguments: program.arguments
            )
        } else {
            profile.hasExtension = false
            device = SimulatedDevice(profile: profile, clock: clock) {
                UNNotificationServiceExtension()
            }
        }
        device.notificationCenter.setNotificationCategories(Set(app.categories.map(\.category)))
    }

    /// A new token.
    static func makeToken() -> APNsDeviceToken {
        guard let token = try? APNsDeviceToken(Randomness.bytes(32)) else {
            preconditionFailure("32 bytes are a token")
        }
        return token
    }

    /// Notes which push brought a notification.
    func note(_ origin: Origin, of identifier: String) {
        let listed =
            origins.withLock(\.count) > 2000
            ? Set(device.listed.map(\.identifier)) : nil
        origins.withLock { origins in
            // Of those that have left the list nothing is asked any more.
            if let listed { origins = origins.filter { listed.contains($0.key) } }
            origins[identifier] = origin
        }
    }

    /// What a phone shows, of this app.
    var notifications: [LabNotification] {
        let origins = origins.withLock { $0 }
        return device.listedFiles.map { shown, date, _ in
            LabNotification(
                app: self,
                shown: shown,
                date: date,
                origin: origins[shown.identifier]
            )
        }
    }

    /// The category of a notification.
    func category(_ identifier: String) -> PhoneRequest.Category? {
        categories.first { $0.id == identifier }
    }
}

/// A notification that a phone shows.
struct LabNotification: Sendable {
    let app: LabApp
    let shown: ShownNotification
    let date: Date
    /// Nil for one that an extension has made.
    let origin: LabApp.Origin?

    /// How requests name it: the same for all that replace each other.
    var id: String {
        let text = Array("\(app.topic)\0\(shown.identifier)".utf8)
        return Hex.encode(Array(SHA256.hash(text.span).prefix(8)).span)
    }
}

extension LabPhone {
    /// What the phone shows, the latest first.
    var notifications: [LabNotification] {
        let lists = apps.map(\.notifications)
        // A list is in order, also where several came in the same moment.
        return lists.count == 1
            ? lists[0]
            : lists.joined().enumerated()
                .sorted { ($1.element.date, $0.offset) < ($0.element.date, $1.offset) }
                .map(\.element)
    }
}
