// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import ValueObjects

/// A number of seconds passes.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// Comes after `timeInterval` seconds, more than 0; to repeat, at least 60.
    ///
    /// Another interval is a fault of the app: iOS raises an exception, and this traps.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(
            !repeats || timeInterval >= 60,
            "time interval must be at least 60 if repeating"
        )
        self.init(values: Values(.interval(timeInterval), repeats: repeats))
    }

    package override class func accepts(_ values: Values) -> Bool {
        guard case .interval(let seconds) = values.occasion else { return false }
        return seconds >= 60 || seconds > 0 && !values.repeats
    }

    /// The seconds.
    open var timeInterval: TimeInterval {
        guard case .interval(let seconds) = values.occasion else { return 0 }
        return seconds
    }

    /// The time at which it would come if it were scheduled now.
    open func nextTriggerDate() -> Date? {
        values.nextDate(after: UNUserNotificationCenter.current().backing.now)
    }
}
