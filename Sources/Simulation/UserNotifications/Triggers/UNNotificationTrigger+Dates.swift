// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNNotificationTrigger.Values {
    /// The first time after `now` at which the clock fires the trigger; nil if it never does.
    ///
    /// A calendar trigger follows the calendar and the time zone of its components, else those of
    /// the process. A time that a day lacks becomes the next one that it has; a day that a month
    /// lacks is passed over.
    package func nextDate(after now: Date) -> Date? {
        switch occasion {
        case .push, .location: nil
        case .interval(let seconds): now.addingTimeInterval(seconds)
        case .calendar(let components): components.nextDate(after: now)
        }
    }
}

extension DateComponents {
    /// How many days that don't match are passed over: enough for a leap day across a century.
    private static let patience = 16

    fileprivate func nextDate(after now: Date) -> Date? {
        var calendar = calendar ?? .current
        calendar.timeZone = timeZone ?? calendar.timeZone
        var pattern = self
        pattern.calendar = nil
        pattern.timeZone = nil
        guard pattern != DateComponents() else { return nil }
        let day = pattern.withoutTime
        var date = now
        for _ in 0..<Self.patience {
            // Where a day has passed or never comes, this is the start of a later month.
            guard
                let next = calendar.nextDate(
                    after: date,
                    matching: pattern,
                    matchingPolicy: .nextTime
                )
            else { return nil }
            if calendar.date(next, matchesComponents: day) { return next }
            date = next
        }
        return nil
    }

    private var withoutTime: DateComponents {
        var components = self
        components.hour = nil
        components.minute = nil
        components.second = nil
        components.nanosecond = nil
        return components
    }
}
