// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding

/// The answer to one push, as it came; what it means is an ``APNsResult``.
struct APNsAnswer: Hashable {
    /// The status (RFC 9113, section 8.3.2).
    let status: Int
    /// `retry-after` in seconds (RFC 9110, section 10.2.3); a date is passed over, as it would need
    /// a clock.
    let retryAfter: Duration?
    /// What the body of a refusal says.
    let body: APNsBody
    /// Whether it accepts the request.
    let accepts: Bool
    /// What an answer that accepts the request tells beside that, if anything.
    let receipt: String?

    /// Takes an answer apart; whatever the bytes are, there is a value.
    ///
    /// - Parameters:
    ///   - status: The value of `:status`.
    ///   - header: The value of the header that is of interest for this status; of one that is
    ///     there twice the first.
    ///   - body: The bytes of the body.
    ///   - request: What it answers.
    init(status: Int, header: String?, body: [UInt8], to request: WireRequest) {
        self.status = status
        accepts = status == request.acceptance
        self.body = APNsBody(reading: accepts ? [] : body)
        switch (accepts, request.receipt) {
        case (false, _): receipt = nil
        case (true, .header): receipt = header
        case (true, .body(let limit)):
            receipt = body.count <= limit ? String(validating: body, as: UTF8.self) : nil
        }
        retryAfter =
            accepts
            ? nil
            : header.flatMap { $0.utf8.allSatisfy(\.isDigit) ? UInt32($0) : nil }
                .map { .seconds(Int64($0)) }
    }

    /// The header that is of interest in an answer with this status.
    static func header(for status: Int, to request: WireRequest) -> String? {
        guard status == request.acceptance else { return "retry-after" }
        guard case .header(let name) = request.receipt else { return nil }
        return name
    }

    /// What the answer refuses the push with; nil if it accepts it.
    var rejection: APNsRejection? {
        accepts ? nil : APNsRejection(status: status, body: body)
    }

    /// Whether APNs took the provider token or the certificate that the push came with; nil if
    /// the answer shows nothing of that.
    ///
    /// A refusal of the push itself shows that it was taken. A fault of APNs' own, a connection
    /// that was idle for too long and a reason that is not known show nothing; but 410 and 413
    /// speak of the push without one, too.
    var hasTakenCredentials: Bool? {
        guard let rejection else { return true }
        if rejection.isAboutCredentials { return false }
        return switch status {
        case 410, 413: true
        case 429: rejection.reason == .tooManyRequests ? true : nil
        case 400..<500: rejection.reason == nil || rejection.remedy == .connection ? nil : true
        default: nil
        }
    }

    /// What the answer means for the push `id`.
    ///
    /// - Parameters:
    ///   - id: What the push was called, which APNs echoes.
    ///   - attempt: How often the push was refused, this time included.
    ///   - generator: Where the jitter of a delay comes from.
    /// - Returns: The result.
    func result(
        of id: APNsID,
        attempt: Int,
        using generator: inout some RandomNumberGenerator
    ) -> APNsResult {
        guard let rejection else { return .accepted(id, receipt: receipt) }
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

/// What the JSON says that APNs sends with a refusal and with a GOAWAY: a reason, and of a device
/// that is gone, since when.
///
/// Whatever the bytes are, there is a value: what can't be read is absent.
struct APNsBody: Hashable {
    /// How many bytes are looked at; APNs sends less than a hundred.
    static let byteLimit = 4096
    /// How many characters of a reason are kept; the longest that Apple documents has 27.
    static let textLimit = 32

    /// The reason as it was written, cut, and with `?` for all but the letters of ASCII: whatever
    /// else may stand there, such as a device token, is not kept.
    let text: String?
    /// The reason, if it is one that Apple documents.
    let reason: APNsReason?
    /// The `timestamp` of a device that is gone.
    let timestamp: Timestamp?

    init(reading bytes: [UInt8]) {
        guard (1...Self.byteLimit).contains(bytes.count),
            let root = try? JSONDocument(reading: bytes).root
        else {
            text = nil
            reason = nil
            timestamp = nil
            return
        }
        let string = root["reason"]?.string
        text = string.map(Self.letters)
        reason = string.flatMap(APNsReason.init(sent:))
        timestamp = root["timestamp"]?.integer.flatMap { UInt64(exactly: $0) }
            .flatMap(Timestamp.init(milliseconds:))
    }

    private static func letters(_ string: String) -> String {
        String(
            String.UnicodeScalarView(
                string.unicodeScalars.prefix(textLimit).map { scalar in
                    scalar.isASCII && scalar.properties.isAlphabetic ? scalar : "?"
                }
            )
        )
    }
}
