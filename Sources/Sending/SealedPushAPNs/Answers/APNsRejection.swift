// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

/// The result of a push to APNs; ``APNsRejection/remedy`` says what to do about a rejection.
public typealias APNsResult = PushResult<APNsID, APNsRejection>

/// The answer by which APNs rejected a push.
public struct APNsRejection: Hashable, Sendable {
    /// The status of the answer.
    public let status: Int
    /// The reason, if Apple documents it with this status.
    public let reason: APNsReason?
    /// The reason as APNs wrote it, for people; nil if there was none.
    ///
    /// It has at most 32 letters, with `?` for other characters.
    ///
    /// No code decides by it.
    public let text: String?

    init(status: Int, body: APNsBody) {
        self.status = status
        reason = body.reason.flatMap { $0.status == status ? $0 : nil }
        text = body.text
    }

    /// The refusal for a documented reason.
    package init(_ reason: APNsReason) {
        status = reason.status
        self.reason = reason
        text = reason.rawValue
    }

    /// The change that is needed before the same push can be sent again.
    ///
    /// If the reason is unknown, the status decides.
    public var remedy: APNsReason.Remedy {
        if let reason { return reason.remedy }
        return switch status {
        // "An error with the certificate or with the provider's authentication token", in Apple's
        // table.
        case 403: .credentials
        case 429, 500...599: .time
        case 410, 413: .never
        default: .correction
        }
    }
}

extension APNsRejection {
    /// Whether it tells something of the provider token or the certificate in use, and nothing of
    /// the push.
    var isAboutCredentials: Bool {
        switch remedy {
        case .credentials, .providerToken: true
        case .time: reason == .tooManyProviderTokenUpdates
        case .connection, .correction, .never: false
        }
    }

    /// Whether the status says that the push was not taken (RFC 9110, section 15); by any other
    /// that is unknown.
    var isCertain: Bool { (300..<600).contains(status) }
}

extension APNsRejection: CustomStringConvertible {
    /// The fault and its remedy, for people.
    public var description: String {
        if let reason { return "\(reason.rawValue) (\(status)): \(reason)" }
        guard let text else { return "status \(status) without a reason" }
        return "\"\(text)\" (\(status)): a reason that is not documented for this status"
    }
}
