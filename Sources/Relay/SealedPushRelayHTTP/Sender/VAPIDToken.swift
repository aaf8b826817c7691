// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushOpenSSL
import SealedPushRelay

/// A sender's signature over a request (RFC 8292), not verified yet.
struct VAPIDToken {
    /// The key that the request names, an uncompressed point of P-256.
    private let key: [UInt8]
    private let audience: String
    private let expiry: Int
    private let signedText: [UInt8]
    private let signature: P256Signature

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
        guard let token = parameters["t"], let key = parameters["k"].flatMap(Self.bytes) else {
            return nil
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]),
            // Extensions that have to be understood (RFC 7515, section 4.1.11): none is.
            header["alg"]?.string == "ES256", header["crit"] == nil,
            let claims = Self.object(parts[1]), let audience = claims["aud"]?.string,
            let expiry = claims["exp"]?.integer,
            let signature = Self.bytes(parts[2]).flatMap({ try? P256Signature(reading: $0.span) })
        else { return nil }
        self.key = key
        self.audience = audience
        self.expiry = expiry
        self.signature = signature
        signedText = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether it is by this key, for this server, and ends within a day.
    func isValid(for bound: [UInt8], at url: PublicURL, now: Timestamp) -> Bool {
        guard key == bound, audience == url.origin, expiry > 0,
            let key = try? P256PublicKey(reading: bound.span)
        else { return false }
        let end = Timestamp(clamping: UInt64(expiry).multipliedReportingOverflow(by: 1000))
        return now < end && end <= now.advanced(by: Self.longest)
            && key.isValidSignature(signature, for: signedText.span)
    }

    private static func object(_ text: Substring) -> JSONValue? {
        bytes(text).flatMap { try? JSONDocument(reading: $0).root }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        try? Base64URL.decode(Array(text.utf8).span)
    }
}

extension VAPIDToken: CustomStringConvertible, CustomReflectable {
    /// Names the type only: with what it holds a request can be signed for a day.
    var description: String { "VAPIDToken" }

    /// Shows nothing.
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension Timestamp {
    /// A product of seconds, or the last moment there is if it is too large.
    fileprivate init(clamping product: (partialValue: UInt64, overflow: Bool)) {
        self.init(clamping: product.overflow ? .max : product.partialValue)
    }
}

extension Substring {
    /// Without spaces and tabs at either end.
    fileprivate var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = drop(while: isBlank)
        while text.last.map(isBlank) == true { text.removeLast() }
        return text
    }

    /// Without the quotation marks that a parameter may have (RFC 9110, section 5.6.6).
    fileprivate var unquoted: Substring {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self
    }
}
