// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The picture beside an action.
open class UNNotificationActionIcon: ValueObject, ValueClass {
    package enum Values: ObjectValues {
        case template(String)
        case system(String)
    }

    /// A picture of the app's bundle.
    public convenience init(templateImageName: String) {
        self.init(values: Values.template(templateImageName))
    }

    /// A symbol of the system.
    public convenience init(systemImageName: String) {
        self.init(values: Values.system(systemImageName))
    }
}
