// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

extension OutgoingPush {
    /// A push that was sealed elsewhere.
    static func sample(
        pushType: String = "alert",
        topic: String = "com.example.app",
        priority: PushPriority = .conserving,
        expiration: UInt64 = 1_437_179_036,
        collapseID: String = "AAAAAAAAAAAAAAAAAAAAAA",
        payload: [UInt8] = [1, 2]
    ) -> OutgoingPush {
        OutgoingPush(
            payload: payload,
            headers: APNsHeaders(
                topic: topic,
                pushType: pushType,
                priority: priority,
                expiration: expiration,
                collapseID: collapseID
            )
        )
    }
}
