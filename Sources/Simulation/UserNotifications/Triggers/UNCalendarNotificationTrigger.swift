// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import ValueObjects

/// The clock shows a time.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    /// Comes when date and time match all the components that are set.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(values: Values(.calendar(dateComponents), repeats: repeats))
    }

    /// The name that Objective-C has for ``init(dateMatching:repeats:)``.
    public convenience init(dateMatchingComponents dateComponents: DateComponents, repeats: Bool) {
        self.init(dateMatching: dateComponents, repeats: repeats)
    }

    package override class func accepts(_ values: Values) -> Bool {
        if case .calendar = values.occasion { true } else { false }
    }

    /// The parts of a date that must match.
    open var dateComponents: DateComponents {
        guard case .calendar(let components) = values.occasion else { return DateComponents() }
        return components
    }

    /// The next time at which it comes; nil if it never does.
    open func nextTriggerDate() -> Date? {
        values.nextDate(after: UNUserNotificationCenter.current().backing.now)
    }
}
