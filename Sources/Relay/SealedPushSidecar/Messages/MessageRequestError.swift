// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Why a request for a message is refused before anything is kept; no case holds content.
package enum MessageRequestError: Error, Hashable {
    /// It is no JSON.
    case json(JSONError)
    /// It is no JSON object of at most 64 KiB.
    case notAnObject
    /// It has a member that is none of those that are known.
    case unknownMember
    /// `to` is no list, or an empty one.
    case noRecipients
    /// `to` names more than 500 recipients.
    case tooManyRecipients
    /// A recipient's code is not 1 to 64 bytes without control characters.
    case wrongRecipient
    /// The payload is none, or has a member that only the sidecar sets.
    case payload(SealingError)
    /// `ttl` is not 1 to 2,592,000 seconds.
    case wrongLifetime
    /// `urgency` is none of the four words of RFC 8030.
    case wrongUrgency
    /// `collapse` is not 1 to 64 bytes without control characters.
    case wrongCollapse
    /// `from` is not 1 to 64 bytes without control characters.
    case wrongFrom
    /// `shorten` is no list of different fields of an alert.
    case wrongShortening
}

extension MessageRequestError: ExplainedError {
    /// What is wrong.
    package var message: String {
        switch self {
        case .json(let error):
            "the request is not JSON as APNs takes it: \(error.message)"
                + (error.remedy.map { "; \($0)" } ?? "")
        case .notAnObject: "the request is no JSON object of at most 64 KiB"
        case .unknownMember:
            "the request has a member other than to, payload, ttl, urgency, collapse, from, shorten"
        case .noRecipients: "'to' is no list of recipients"
        case .tooManyRecipients: "'to' names more than 500 recipients"
        case .wrongRecipient: "a recipient in 'to' is not 1 to 64 bytes without control characters"
        case .payload(let error): error.message
        case .wrongLifetime: "'ttl' is not 1 to 2592000 seconds"
        case .wrongUrgency: "'urgency' is none of very-low, low, normal, high"
        case .wrongCollapse: "'collapse' is not 1 to 64 bytes without control characters"
        case .wrongFrom: "'from' is not 1 to 64 bytes without control characters"
        case .wrongShortening: "'shorten' is no list of title, subtitle, body"
        }
    }
}
