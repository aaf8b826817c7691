// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

@testable import SimulatedAPNs

/// A request that tests change before it is made.
struct Draft: Sendable {
    static let token = String(repeating: "a1", count: 32)
    static let id = "123e4567-e89b-12d3-a456-4266554400a0"

    var method = "POST"
    var path = "/3/device/" + token
    var fields: [(name: String, value: String)] = [
        ("apns-id", id), ("apns-topic", "com.example.app"), ("apns-push-type", "alert"),
        ("apns-priority", "10"), ("apns-expiration", "1800000000"), ("apns-collapse-id", "news"),
    ]
    var body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)

    /// A field, in its place where it is there already, or none.
    subscript(name: String) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            let place = fields.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append((name, value))
            case (nil, nil): break
            }
        }
    }

    var request: PushRequest {
        PushRequest(method: method, path: path, fields: fields, body: body)
    }
}

/// A change of a request, so that a rule is broken or kept.
typealias Change = @Sendable (inout Draft) -> Void
