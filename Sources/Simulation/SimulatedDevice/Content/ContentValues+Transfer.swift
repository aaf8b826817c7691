// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension UNNotificationContent.Values {
    /// The content as it can go to another process: objects that no property list holds are text.
    ///
    /// A report says the same of both.
    var transferable: Self {
        var content = self
        content.userInfo = userInfo.transferable
        return content
    }
}

extension PropertyList {
    /// What another process can take of it.
    var transferable: PropertyList {
        switch self {
        case .foreign: .string("\(object)")
        case .array(let elements): .array(elements.map(\.transferable))
        case .dictionary(let members): .dictionary(members.mapValues(\.transferable))
        default: self
        }
    }
}
