// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Synchronization
import UserNotifications

@testable import SimulatedDevice

enum Push {
    static let mutable =
        #"{"aps":{"alert":{"body":"Dinner at eight?"},"sound":"default","mutable-content":1}}"#
}

enum Device {
    typealias Hand = (UNNotificationContent) -> Void
    typealias Step = @Sendable (UNMutableNotificationContent, @escaping Hand) -> Void

    static let profile = DeviceProfile(app: "com.example.app")

    /// The sound that is played where a payload asks for "default".
    static let systemSound = ShownNotification.PlayedSound(.default, from: [:], isCritical: false)

    /// How a notification makes itself felt.
    static func presentation(
        banner: Bool = false,
        list: Bool = false,
        sound: ShownNotification.PlayedSound? = nil,
        badge: Int? = nil
    ) -> ShownNotification.Presentation {
        var presentation = ShownNotification.Presentation()
        presentation.isBanner = banner
        presentation.isListed = list
        presentation.sound = sound
        presentation.badge = badge
        return presentation
    }

    /// A device whose extension does what it is told when it receives and when it is warned.
    static func running(
        received: @escaping Step = { _, _ in },
        warned: @escaping Step = { _, _ in },
        patience: Duration = .seconds(2),
        clock: DeviceClock = DeviceClock()
    ) -> SimulatedDevice {
        SimulatedDevice(profile: profile, clock: clock, patience: patience) {
            ScriptedExtension(received: received, warned: warned)
        }
    }
}

/// An extension that does what a test tells it.
final class ScriptedExtension: UNNotificationServiceExtension {
    private let received: Device.Step
    private let warned: Device.Step
    private var best: (UNMutableNotificationContent, Device.Hand)?

    init(received: @escaping Device.Step, warned: @escaping Device.Step) {
        self.received = received
        self.warned = warned
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        best = (content, contentHandler)
        received(content, contentHandler)
    }

    override func serviceExtensionTimeWillExpire() {
        if let (content, hand) = best { warned(content, hand) }
    }
}

/// Holds threads back until it is opened.
final class Gate: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)

    func wait() {
        condition.lock()
        while !isOpen.withLock(\.self) { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}
