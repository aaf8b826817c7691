// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import CoreLocation
import Foundation
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
