// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@testable import SimulatedDevice

struct ResponsePlanTests {
    /// Twelve actions: the first opens the app, the second asks for text, the third destroys, the
    /// fourth requires the device to be unlocked.
    static let actions: [UNNotificationAction.Values] = {
        let special = [
            UNNotificationAction(identifier: "open", title: "", options: .foreground),
            UNTextInputNotificationAction(
                identifier: "reply",
                title: "",
                textInputButtonTitle: "",
                textInputPlaceholder: ""
            ),
            UNNotificationAction(identifier: "delete", title: "", options: .destructive),
            UNNotificationAction(identifier: "pay", title: "", options: .authenticationRequired),
        ]
        let plain = (5...12).map { UNNotificationAction(identifier: "\($0)", title: "") }
        return (special + plain).map(\.values)
    }()

    static func plan(
        _ action: UserAction,
        in view: ShownNotification.View = .expanded,
        offering actions: [UNNotificationAction.Values]? = actions,
        options: UNNotificationCategoryOptions = [],
        isLocked: Bool = false
    ) throws(DeviceError) -> ResponsePlan {
        try ResponsePlan(
            action,
            in: view,
            offering: actions,
            options: options,
            isLocked: isLocked
        )
    }

    @Test(
        arguments: [
            (ShownNotification.View.banner, "reply", nil),
            (.banner, "delete", DeviceError.actionNotVisible),
            (.expanded, "10", nil),
            (.expanded, "11", .actionNotVisible),
            (.expanded, "13", .unknownAction),
        ] as [(ShownNotification.View, String, DeviceError?)]
    )
    func `a banner has space for two actions, and an expanded notification for ten`(
        _ view: ShownNotification.View,
        _ identifier: String,
        _ error: DeviceError?
    ) {
        let action: UserAction = identifier == "reply" ? .text("reply", "") : .action(identifier)
        if let error {
            #expect(throws: error) { try Self.plan(action, in: view) }
        } else {
            #expect(throws: Never.self) { try Self.plan(action, in: view) }
        }
    }

    @Test func `a tap opens the app`() throws {
        let plan = try Self.plan(.default, offering: nil)
        #expect(plan.opensApp && plan.reachesApp)
        #expect(plan.actionIdentifier == UNNotificationDefaultActionIdentifier)
    }

    @Test(
        arguments: [([], false), (.customDismissAction, true)]
            as [(UNNotificationCategoryOptions, Bool)]
    )
    func `the app hears of a dismissal only where its category asks for it`(
        _ options: UNNotificationCategoryOptions,
        _ isTold: Bool
    ) throws {
        let plan = try Self.plan(.dismiss, options: options)
        #expect(plan.reachesApp == isTold)
        #expect(!plan.opensApp)
        #expect(plan.actionIdentifier == UNNotificationDismissActionIdentifier)
    }

    @Test(
        arguments: [
            (UserAction.default, DeviceError.locked), (.action("open"), .locked),
            (.action("pay"), .locked), (.action("delete"), nil), (.text("reply", "yes"), nil),
            (.dismiss, nil),
        ] as [(UserAction, DeviceError?)]
    )
    func `a locked device does what neither opens the app nor requires unlocking`(
        _ action: UserAction,
        _ error: DeviceError?
    ) {
        if let error {
            #expect(throws: error) { try Self.plan(action, isLocked: true) }
        } else {
            #expect(throws: Never.self) { try Self.plan(action, isLocked: true) }
        }
        #expect(throws: Never.self) { try Self.plan(action, isLocked: false) }
    }

    @Test func `text goes with the actions that ask for it, and with no other`() throws {
        #expect(try Self.plan(.text("reply", "Gladly")).text == "Gladly")
        #expect(throws: DeviceError.textMissing) { try Self.plan(.action("reply")) }
        #expect(throws: DeviceError.textNotAsked) { try Self.plan(.text("pay", "a")) }
    }

    @Test func `without a category there is nothing to choose`() {
        #expect(throws: DeviceError.unknownCategory) {
            try Self.plan(.action("pay"), offering: nil)
        }
        #expect(throws: Never.self) { try Self.plan(.dismiss, offering: nil) }
    }

    @Test func `only what is marked so is destructive, or opens the app`() throws {
        #expect(try Self.plan(.action("delete")).isDestructive)
        #expect(try !Self.plan(.action("pay")).isDestructive)
        #expect(try Self.plan(.action("open")).opensApp)
        #expect(try !Self.plan(.action("delete")).opensApp)
    }
}
