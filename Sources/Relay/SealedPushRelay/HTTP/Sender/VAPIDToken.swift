// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushOpenSSL

/// A sender's signature over a request (RFC 8292), not verified yet.
struct VAPIDToken {
    /// The key that the request names, an uncompressed point of P-256.
    let key: [UInt8]
    private let audience: String
    private let expiry: Int
    private let token: SignedToken

    /// How far ahead a token may end (RFC 8292, section 2).
    private static let longest: Duration = .hours(24)
    /// The most characters of the header that are read.
    private static let limit = 2048

    /// Reads the value of `Authorization`, or gives nil if it is none of this scheme.
    init?(reading authorization: String) {
        guard authorization.utf8.count <= Self.limit else { return nil }
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "vapid" else { return nil }
        var parameters: [Substring: Substring] = [:]
        for part in words[1].split(separator: ",") {
            let pair = part.trimmed.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard pair.count == 2, parameters.updateValue(pair[1].unquoted, forKey: pair[0]) == nil
            else { return nil }
        }
        guard let key = parameters["k"].flatMap({ try? Base64URL.decode(Array($0.utf8).span) }),
            let token = parameters["t"].flatMap(SignedToken.init(reading:)),
            let audience = token.claims["aud"]?.string, let expiry = token.claims["exp"]?.integer
        else { return nil }
        self.key = key
        self.audience = audience
        self.expiry = expiry
        self.token = token
    }

    /// Whether it is by this key, for this server, and ends within a day.
    func isValid(for bound: [UInt8], at url: PublicURL, now: Timestamp) -> Bool {
        guard key == bound, audience == url.origin.text, expiry > 0,
            let key = try? P256PublicKey(reading: bound.span)
        else { return false }
        let end = Timestamp(clamping: UInt64(expiry).multipliedReportingOverflow(by: 1000))
        return now < end && end <= now.advanced(by: Self.longest)
            && token.isSigned(with: key)
    }
}

extension VAPIDToken: Redacted {}

extension Timestamp {
    /// A product of seconds, or the last moment there is if it is too large.
    fileprivate init(clamping product: (partialValue: UInt64, overflow: Bool)) {
        self.init(clamping: product.overflow ? .max : product.partialValue)
    }
}

extension Substring {
    /// Without spaces and tabs at either end.
    var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = drop(while: isBlank)
        while text.last.map(isBlank) == true { text.removeLast() }
        return text
    }

    /// Without the quotation marks that a parameter may have (RFC 9110, section 5.6.6).
    var unquoted: Substring {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self
    }
}
