// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import TestSupport

@testable import SealedPushAPNs

extension APNsRequest {
    /// A push to a device of its own, whose id tells its number.
    static func sample(
        _ number: Int = 0,
        payload: [UInt8] = [0x7B, 0x7D],
        resends: Bool = true
    ) -> APNsRequest {
        let digits = String(number, radix: 16)
        let tail = String(repeating: "0", count: 12 - digits.utf8.count) + digits
        do {
            var request = try APNsRequest(
                payload,
                to: .sample(number),
                topic: "com.example.app",
                type: .alert,
                priority: .immediate,
                id: APNsID("eabeae54-14a8-11e5-b60b-" + tail) ?? .sample
            )
            request.resendsUnanswered = resends
            return request
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension APNsDeviceToken {
    /// A token of its own for each number.
    static func sample(_ number: Int) -> APNsDeviceToken {
        let digits = String(number, radix: 16)
        do {
            return try APNsDeviceToken(
                hex: "c0ffee" + (digits.utf8.count % 2 == 0 ? "" : "0") + digits
            )
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Push {
    /// A push of a request.
    convenience init(_ request: APNsRequest, deadline: Duration) {
        self.init(
            request.wire,
            resendsUnanswered: request.resendsUnanswered,
            deadline: deadline
        )
    }

    /// A push that has until `seconds`.
    static func sample(
        _ number: Int = 0,
        until seconds: Int = 30,
        resends: Bool = true
    ) -> Push {
        Push(APNsRequest.sample(number, resends: resends), deadline: .seconds(seconds))
    }
}

extension APNsResult {
    /// Why it is to be sent again; nil for every other result.
    var cause: RetryCause<APNsRejection>? {
        if case .retry(_, let cause) = self { cause } else { nil }
    }

    /// Whether it was never sent.
    var isNotSent: Bool {
        if case .notSent = cause { true } else { false }
    }

    /// How long it waits.
    var delay: Duration? {
        if case .retry(let delay, _) = self { delay } else { nil }
    }
}

extension [Push] {
    /// Whether it has the very same pushes in the same order.
    func isSame(as others: some Collection<Push>) -> Bool {
        map(ObjectIdentifier.init) == others.map(ObjectIdentifier.init)
    }
}

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
