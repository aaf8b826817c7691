// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import UserNotifications

@Suite struct LocalisationTests {
    @Test(arguments: [
        ("plain", ["a"], "plain"), ("%@ and %@", ["a", "b"], "a and b"),
        ("%2$@ before %1$@", ["a", "b"], "b before a"), ("100%% of %@", ["a"], "100% of a"),
        ("%@ %@", ["a"], "a %@"), ("%3$@", ["a"], "%3$@"), ("%d %s %", ["a"], "%d %s %"),
        ("%@", ["%@ %2$@"], "%@ %2$@"), ("%0$@", ["a"], "%0$@"), ("", [], ""),
    ])
    func `arguments take their places`(_ format: String, _ arguments: [String], _ text: String) {
        #expect(TableText(format).filled(with: arguments) == text)
    }

    @Test func `a text comes from the device's table, and a key without one is itself`() {
        let device = ScriptedDevice(formats: ["greeting": "Hallo, %@!"])
        let center = UNUserNotificationCenter(backing: device)
        UNUserNotificationCenter.$bound.withValue(.init(center)) {
            #expect(
                NSString.localizedUserNotificationString(forKey: "greeting", arguments: ["Anna"])
                    == "Hallo, Anna!"
            )
            #expect(
                NSString.localizedUserNotificationString(forKey: "other", arguments: nil) == "other"
            )
        }
        #expect(
            NSString.localizedUserNotificationString(forKey: "greeting", arguments: nil)
                == "greeting"
        )
    }
}
