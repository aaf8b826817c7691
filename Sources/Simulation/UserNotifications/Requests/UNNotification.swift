// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// A notification that was delivered.
open class UNNotification: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var request: UNNotificationRequest.Values
        package var date: Date

        package init(request: UNNotificationRequest.Values, date: Date) {
            self.request = request
            self.date = date
        }
    }

    /// The notification that came of `request` at `date`.
    package convenience init(request: UNNotificationRequest, date: Date) {
        self.init(values: Values(request: request.values, date: date))
    }

    /// The time at which it was delivered.
    open var date: Date { values.date }
    /// The request that had been made.
    open var request: UNNotificationRequest { UNNotificationRequest(values: values.request) }
}
