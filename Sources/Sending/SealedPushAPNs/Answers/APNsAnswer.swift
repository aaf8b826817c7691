// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding

/// The answer to one push, as it came; what it means is an ``APNsResult``.
struct APNsAnswer: Hashable {
    /// The status (RFC 9113, section 8.3.2).
    let status: Int
    /// `retry-after` in seconds (RFC 9110, section 10.2.3); a date is passed over, as it would need a clock.
    let retryAfter: Duration?
    /// What the body says.
    let body: APNsBody

    /// Takes an answer apart; whatever the bytes are, there is a value.
    ///
    /// - Parameters:
    ///   - status: The value of `:status`.
    ///   - headers: Names in lower case, as HTTP/2 has them, and values; of a name that is there twice the first counts.
    ///   - body: The bytes of the body.
    init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.body = APNsBody(reading: body)
        retryAfter = headers.first { $0.name == "retry-after" }
            .flatMap { $0.value.utf8.allSatisfy(\.isDigit) ? UInt32($0.value) : nil }
            .map { .seconds(Int64($0)) }
    }

    /// What the answer refuses the push with; nil where it accepts it.
    var rejection: APNsRejection? {
        status == 200 ? nil : APNsRejection(status: status, body: body)
    }

    /// Whether APNs took the provider token or the certificate that the push came with; nil where the answer shows nothing
    /// of that.
    ///
    /// A refusal for anything else shows that it was taken; a fault of APNs' own shows nothing.
    var hasTakenCredentials: Bool? {
        guard let rejection else { return true }
        if rejection.isAboutCredentials { return false }
        return switch status {
        case 429: rejection.reason == .tooManyRequests ? true : nil
        case 400..<500: true
        default: nil
        }
    }

    /// What the answer means for the push `id`.
    ///
    /// - Parameters:
    ///   - id: What the push was called, which APNs echoes.
    ///   - attempt: How often the push was refused, this time included.
    ///   - generator: Where the jitter of a delay comes from.
    /// - Returns: What became of it.
    func result(
        of id: APNsID,
        attempt: Int,
        using generator: inout some RandomNumberGenerator
    ) -> APNsResult {
        guard let rejection else { return .accepted(id) }
        guard rejection.isCertain else {
            let delay = RetryRule.jittered(RetryRule.faultDelay, using: &generator)
            return .retry(after: delay, because: .unanswered)
        }
        if status == 410 { return .deviceGone(since: body.timestamp) }
        guard
            let delay = RetryRule.delay(
                after: rejection,
                retryAfter: retryAfter,
                attempt: attempt,
                using: &generator
            )
        else { return .rejected(rejection) }
        return .retry(after: delay, because: .refused(rejection))
    }
}

extension UInt8 {
    /// Whether it is a digit of ASCII.
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
