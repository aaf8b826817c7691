// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import ValueObjects

/// The trigger by which a notification comes; make one of its subclasses.
open class UNNotificationTrigger: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        /// What makes a notification come.
        package enum Occasion: Hashable, Codable, Sendable {
            /// A push came.
            case push
            /// Seconds pass.
            case interval(TimeInterval)
            /// The clock shows a time.
            case calendar(DateComponents)
            /// The device enters or leaves an area.
            case location(CLRegion.Values)
        }

        package var occasion: Occasion
        package var repeats: Bool

        package init(_ occasion: Occasion, repeats: Bool) {
            self.occasion = occasion
            self.repeats = repeats
        }
    }

    /// The trigger of these values.
    package static func make(_ values: Values) -> UNNotificationTrigger {
        switch values.occasion {
        case .push: UNPushNotificationTrigger(values: values)
        case .interval: UNTimeIntervalNotificationTrigger(values: values)
        case .calendar: UNCalendarNotificationTrigger(values: values)
        case .location: UNLocationNotificationTrigger(values: values)
        }
    }

    package class func accepts(_ values: Values) -> Bool { true }

    /// True if it comes again and again.
    open var repeats: Bool { values.repeats }
}

/// A push came; only the system makes such a trigger.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    /// The trigger of every push.
    package convenience init() {
        self.init(values: Values(.push, repeats: false))
    }

    package override class func accepts(_ values: Values) -> Bool { values.occasion == .push }
}

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

/// The device enters or leaves an area.
open class UNLocationNotificationTrigger: UNNotificationTrigger {
    /// Comes when the device enters or leaves `region`, as the region says.
    public convenience init(region: CLRegion, repeats: Bool) {
        self.init(values: Values(.location(region.values), repeats: repeats))
    }

    package override class func accepts(_ values: Values) -> Bool {
        if case .location = values.occasion { true } else { false }
    }

    /// The area; a copy.
    open var region: CLRegion {
        guard case .location(let region) = values.occasion else {
            preconditionFailure("a location trigger without a region was accepted")
        }
        return CLRegion.make(region)
    }
}

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
