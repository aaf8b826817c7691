// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@testable import SealedPushAPNs

extension APNsID {
    /// The id of the push that the tests send.
    static let sample = {
        guard let id = APNsID("eabeae54-14a8-11e5-b60b-1697f925ec7b") else {
            preconditionFailure("not a UUID")
        }
        return id
    }()
}

extension APNsAnswer {
    /// An answer whose body is `text`.
    init(_ status: Int, _ text: String = "", retryAfter: String? = nil) {
        self.init(
            status: status,
            header: retryAfter,
            body: Array(text.utf8),
            to: APNsRequest.sample().wire
        )
    }

    /// A refusal as APNs writes it.
    init(refusing reason: APNsReason) {
        self.init(reason.status, #"{"reason":"\#(reason.rawValue)"}"#)
    }
}
