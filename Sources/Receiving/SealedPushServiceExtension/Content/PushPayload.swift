// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

/// The payload of a push, as the system hands it to an extension.
enum PushPayload {
    /// The payload as JSON; nothing where it is none, which no receiver takes for a message.
    static func bytes(of userInfo: [AnyHashable: Any]) -> [UInt8] {
        guard JSONSerialization.isValidJSONObject(userInfo),
            let data = try? JSONSerialization.data(withJSONObject: userInfo)
        else { return [] }
        return Array(data)
    }

    /// The user info that the system would have made of a payload, without what is null.
    ///
    /// A notification of the app's own may hold values of property lists alone, of which null is none.
    static func userInfo(of payload: [UInt8]) -> [AnyHashable: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(payload))
        return object.flatMap(withoutNulls) as? [String: Any] ?? [:]
    }

    private static func withoutNulls(_ value: Any) -> Any? {
        switch value {
        case is NSNull: nil
        case let members as [String: Any]: members.compactMapValues(withoutNulls)
        case let elements as [Any]: elements.compactMap(withoutNulls)
        default: value
        }
    }
}
