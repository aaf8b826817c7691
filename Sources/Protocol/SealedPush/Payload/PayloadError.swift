// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A reason why bytes are not a payload.
@nonexhaustive
public enum PayloadError: Error, Hashable {
    /// The bytes are not a JSON document.
    case json(JSONError)
    /// The document is something other than an object.
    case notAnObject
    /// The object has no member `aps`, or one that is not an object.
    case noAps
    /// The member `Simulator Target Bundle` of an `.apns` file is not a string.
    case topicNotAString
    /// A payload to be sealed has the member `sealedpush`, which only options may set.
    case reservedKey
    /// The member `sealedpush` of opened content, or one of its known members, has the wrong type.
    case malformedToolkitFields
}

extension PayloadError: ExplainedError {
    /// What is wrong.
    public var message: String {
        switch self {
        case .json(let error): "the payload is not JSON as APNs takes it: \(error.message)"
        case .notAnObject: "the payload is not a JSON object"
        case .noAps: "the payload has no object 'aps'"
        case .topicNotAString: "'Simulator Target Bundle' is not a string"
        case .reservedKey: "the payload has a member 'sealedpush', which only options set"
        case .malformedToolkitFields: "the member 'sealedpush' is malformed"
        }
    }
}
