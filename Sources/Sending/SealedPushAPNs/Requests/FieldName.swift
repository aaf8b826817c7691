// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The names of those fields of requests that a server may remember.
enum FieldName: String {
    case authority = ":authority"
    case id = "apns-id"
    case requestID = "apns-request-id"
    case topic = "apns-topic"
    case pushType = "apns-push-type"
    case priority = "apns-priority"
    case expiration = "apns-expiration"
    case collapseID = "apns-collapse-id"
    case channelID = "apns-channel-id"

    /// The number by which HTTP/2 knows the name itself (RFC 7541, appendix A), or 0.
    var staticNumber: Int { self == .authority ? 1 : 0 }

    /// Whether each push has a value of its own, so that remembering it helps no other.
    var isOfEachPush: Bool {
        switch self {
        case .id, .requestID, .expiration, .collapseID: true
        default: false
        }
    }
}
