// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ValueObjects

/// A push came; only the system makes such a trigger.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    /// The trigger of every push.
    package convenience init() {
        self.init(values: Values(.push, repeats: false))
    }

    package override class func accepts(_ values: Values) -> Bool { values.occasion == .push }
}
