// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// An answer as it goes onto the wire.
struct PushAnswer: Hashable {
    let status: Int
    /// The fields behind `:status`, in their order.
    let fields: [Field]
    let body: [UInt8]

    struct Field: Hashable {
        let name: String
        let value: String
    }

    /// Any answer at all.
    init(
        status: Int,
        id: APNsID,
        idName: String = "apns-id",
        body: [UInt8] = [],
        further: [Field] = []
    ) {
        self.status = status
        self.body = body
        fields = [Field(name: idName, value: id.text)] + further
    }

    /// The answer to a push that was accepted.
    ///
    /// - Parameters:
    ///   - id: What the push is called.
    ///   - uniqueID: `apns-unique-id`, which the sandbox sends, and others were seen to.
    init(accepting id: APNsID, uniqueID: APNsID?) {
        let further = uniqueID.map { [Field(name: "apns-unique-id", value: $0.text)] }
        self.init(status: 200, id: id, further: further ?? [])
    }

    /// The answer to a push that was refused.
    init(
        _ refusal: PushRefusal,
        id: APNsID,
        retryAfter: Duration? = nil,
        isAsObserved: Bool = false
    ) {
        let seconds = retryAfter.map { String($0.components.seconds) }
        self.init(
            status: refusal.reason.status,
            id: id,
            body: RefusalBody.bytes(
                refusal.reason,
                since: refusal.timestamp,
                isAsObserved: isAsObserved
            ),
            further: seconds.map { [Field(name: "retry-after", value: $0)] } ?? []
        )
    }
}

/// The JSON of refusals and of GOAWAY.
enum RefusalBody {
    /// The reason, and of a token that is gone since when, in milliseconds since 1970.
    static func bytes(
        _ reason: APNsReason,
        since timestamp: Timestamp? = nil,
        isAsObserved: Bool = false
    ) -> [UInt8] {
        JSONWriter.object { object in
            object.add("reason", isAsObserved ? reason.sent : reason.rawValue)
            if let timestamp { object.add("timestamp", timestamp.milliseconds) }
        }
    }
}
