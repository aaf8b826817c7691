// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPush
@testable import SealedPushSender

extension SealedNotification {
    /// A notification that nobody can open.
    static func sample(
        _ kind: PushKind = .alert,
        topic: String = "com.example.app"
    ) throws -> SealedNotification {
        var options = SealingOptions()
        options.kind = kind
        options.priority = .conserving
        let id = MessageID([UInt8](repeating: 0, count: MessageID.count))
        let expiry = Timestamp(clamping: 1_437_179_036_123)
        return SealedNotification(
            payload: [1, 2],
            headers: APNsHeaders(
                topic: try #require(Topic(topic)),
                options: options,
                expiry: expiry,
                collapseID: CollapseID(id)
            ),
            message: SealedMessage(
                envelope: [],
                messageID: id,
                prekeyID: PrekeyID([UInt8](repeating: 0, count: PrekeyID.count)),
                prekeyClass: .oneTime,
                expiry: expiry,
                isExpiryClamped: false
            ),
            shortened: []
        )
    }
}
