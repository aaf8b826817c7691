// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNNotificationTrigger.Values {
    /// The first time after `now` at which the clock fires the trigger; nil if it never does.
    ///
    /// A calendar trigger follows the calendar and the time zone of its components, else those of
    /// the process. A time that a day lacks becomes the next one that it has.
    package func nextDate(after now: Date) -> Date? {
        switch occasion {
        case .push, .location: nil
        case .interval(let seconds): now.addingTimeInterval(seconds)
        case .calendar(let components): components.nextDate(after: now)
        }
    }
}

extension DateComponents {
    fileprivate func nextDate(after now: Date) -> Date? {
        var calendar = calendar ?? .current
        calendar.timeZone = timeZone ?? calendar.timeZone
        var pattern = self
        pattern.calendar = nil
        pattern.timeZone = nil
        guard pattern != DateComponents() else { return nil }
        return calendar.nextDate(after: now, matching: pattern, matchingPolicy: .nextTime)
    }
}
