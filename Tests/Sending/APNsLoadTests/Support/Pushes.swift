// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush

@testable import SealedPushAPNs

extension APNsRequest {
    private static let idHead = "eabeae54-14a8-11e5-b60b-"

    /// A push to a device of its own, whose id tells its number.
    static func load(_ number: Int) throws(APNsError) -> APNsRequest {
        let digits = String(number, radix: 16)
        let tail = String(repeating: "0", count: 12 - digits.utf8.count) + digits
        guard let id = APNsID(idHead + tail) else { preconditionFailure("a number has 12 digits") }
        var request = try APNsRequest(
            Array(#"{"aps":{"alert":"\#(number)"}}"#.utf8),
            to: .load(number),
            topic: "com.example.app",
            type: .alert,
            priority: .immediate,
            id: id
        )
        // The fleet counts what a device gets twice.
        request.resendsUnanswered = true
        return request
    }

    /// The number that an id tells; nil where it tells none.
    static func number(of id: String) -> Int? {
        id.hasPrefix(idHead) ? Int(id.dropFirst(idHead.count), radix: 16) : nil
    }
}

extension APNsDeviceToken {
    /// The token of the device that a push goes to.
    static func load(_ number: Int) throws(APNsError) -> APNsDeviceToken {
        try APNsDeviceToken((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
}

extension APNsResult {
    /// Whether there was no room for it.
    var isQueueFull: Bool {
        if case .retry(_, .notSent(.queueFull)) = self { true } else { false }
    }

    /// Whether it is accepted.
    var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }
}
