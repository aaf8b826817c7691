// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// The codes with which a device can show that pushes to its token reach it.
///
/// At most three codes are made in an hour, and each is valid for ten minutes and for one version of the token. The
/// first is pushed in the background; if no answer comes, another is pushed as an alert, because background pushes
/// may never arrive. The first stays valid beside it.
package struct ActivationCodes: Hashable, Sendable {
    /// The codes of the last hour, oldest first.
    package private(set) var codes: [Code] = []

    /// A code as a store keeps it.
    package struct Code: Hashable, Sendable {
        /// The digest, or nil if the code was used or made worthless.
        package let digest: Capability.Digest?
        package let version: TokenVersion
        package let issued: Timestamp

        package init(digest: Capability.Digest?, version: TokenVersion, issued: Timestamp) {
            self.digest = digest
            self.version = version
            self.issued = issued
        }
    }

    /// The most codes in an hour.
    package static let limit = 3
    /// How long a code is valid.
    package static let validity: Duration = .minutes(10)
    /// How long a background push has to arrive before an alert follows.
    package static let alertDelay: Duration = .seconds(20)

    /// How a code is pushed.
    package enum Push: Hashable, Sendable {
        /// The app answers while it is in the foreground, and the user sees nothing.
        case background
        /// The app's extension answers.
        case alert
    }

    private static let period: Duration = .hours(1)
    /// How far ahead a code's time is trusted: the clock may have been set back since.
    fileprivate static let tolerance: Duration = .minutes(1)

    package init() {}

    /// Takes what a store has kept.
    package init(stored codes: [Code]) {
        self.codes = codes
    }

    /// Keeps when codes were made, but none of the codes.
    init(keepingRateOf other: ActivationCodes) {
        codes = other.codes.map { Code(digest: nil, version: $0.version, issued: $0.issued) }
    }

    mutating func issue(
        _ digest: Capability.Digest,
        for version: TokenVersion,
        at now: Timestamp
    ) throws(ActivationError) -> Push {
        codes.removeAll { !$0.isYounger(than: Self.period, at: now) }
        guard codes.count < Self.limit else {
            let oldest = codes[0].issued.advanced(by: Self.period)
            throw .tooManyCodes(retryAfter: oldest.timeSince1970 - now.timeSince1970)
        }
        let isUnanswered = codes.contains { code in
            code.digest != nil && code.version == version
                && code.isYounger(than: Self.validity, at: now)
                && code.issued.advanced(by: Self.alertDelay) <= now
        }
        codes.append(Code(digest: digest, version: version, issued: now))
        return isUnanswered ? .alert : .background
    }

    func contains(
        _ digest: Capability.Digest,
        for version: TokenVersion,
        at now: Timestamp
    ) -> Bool {
        codes.contains { code in
            code.digest == digest && code.version == version
                && code.isYounger(than: Self.validity, at: now)
        }
    }
}

extension ActivationCodes.Code {
    fileprivate func isYounger(than age: Duration, at now: Timestamp) -> Bool {
        issued <= now.advanced(by: ActivationCodes.tolerance) && now < issued.advanced(by: age)
    }
}

/// Why a token is not activated.
package enum ActivationError: Error, Hashable {
    /// No token waits for its activation, or the device has ended.
    case nothingToActivate
    /// As many codes as are allowed were made in the last hour.
    case tooManyCodes(retryAfter: Duration)
    /// The proof is another device's, names another relay, or has no code as its challenge.
    case wrongProof
    /// The code is unknown, used, expired, or was made for another token.
    case wrongCode
}
