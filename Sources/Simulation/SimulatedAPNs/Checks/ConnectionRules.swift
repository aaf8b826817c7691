// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// The rules of one connection: who may push on it, and how many streams there may be.
///
/// With a certificate the connection's own is what counts. With provider tokens the first valid one
/// decides for which key, and so for which team, the connection is, and other keys are unrelated to
/// it.
struct ConnectionRules {
    /// How old a token may be, in seconds.
    static let tokenLifetime = 3600
    /// How far a token's time may lie ahead of the server's, in seconds.
    static let clockAllowance = 60

    private let certificate: ProviderCertificate?
    private let fallsAtAnyRefusal: Bool
    private var key: ProviderKey?
    private var isKnown: Bool

    /// The rules of a new connection.
    ///
    /// - Parameters:
    ///   - certificate: What the provider has shown, verified by TLS; nil where it shows tokens.
    ///   - fallsAtAnyRefusal: Whether there is one stream after any refusal, not of tokens alone.
    init(certificate: ProviderCertificate? = nil, fallsAtAnyRefusal: Bool = false) {
        self.certificate = certificate
        isKnown = certificate != nil
        self.fallsAtAnyRefusal = fallsAtAnyRefusal
    }

    /// How many streams there may be at once, where `full` is the limit of a provider that is
    /// known.
    func streamLimit(full: Int) -> Int {
        isKnown ? full : min(1, full)
    }

    /// The topic that a push without one has: that of a certificate for one topic.
    var defaultTopic: String? { certificate?.defaultTopic }

    /// Decides whether the sender of a push may push to `topic`, the topic of `bundleID`.
    mutating func authenticate(
        _ authorization: String?,
        for topic: String,
        of bundleID: String,
        in directory: APNsDirectory,
        _ tokens: inout ProviderTokens,
        at time: ServerTime
    ) throws(PushRefusal) {
        if let certificate {
            try certificate.check(for: topic, in: directory.environment, at: time)
            isKnown = true
            return
        }
        key = try check(authorization, in: directory, &tokens, at: time)
        isKnown = true
        try Self.checkScope(key?.bundleIDs, for: topic, of: bundleID)
    }

    /// Decides whether a key for these apps, nil for all, may push to `topic`, the topic of
    /// `bundleID`.
    static func checkScope(
        _ bundleIDs: Set<String>?,
        for topic: String,
        of bundleID: String
    ) throws(PushRefusal) {
        // Management servers have certificates.
        guard bundleIDs?.contains(bundleID) ?? true, APNsPushType(topic: topic) != .mdm else {
            throw PushRefusal(.topicDisallowed)
        }
    }

    /// Notes what a push was refused with: where it was for its token, or by what was observed for
    /// anything, there is one stream again until the next valid one.
    mutating func note(_ refusal: PushRefusal) {
        switch refusal.reason {
        case .expiredProviderToken, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .tooManyProviderTokenUpdates:
            isKnown = false
        default: noteRefusal()
        }
    }

    /// Notes a refusal for no reason of APNs'.
    mutating func noteRefusal() {
        if fallsAtAnyRefusal { isKnown = false }
    }

    /// The key of a token that is taken.
    private func check(
        _ authorization: String?,
        in directory: APNsDirectory,
        _ tokens: inout ProviderTokens,
        at time: ServerTime
    ) throws(PushRefusal) -> ProviderKey {
        guard let authorization else { throw PushRefusal(.missingProviderToken) }
        guard let token = ProviderClaims.token(in: authorization) else {
            throw PushRefusal(.invalidProviderToken)
        }
        // What was verified is still true where the key is still the same.
        if let key, let issuedAt = tokens.issuedAt(of: token, by: key),
            directory.key(key.keyID) == key
        {
            try Self.checkAge(of: issuedAt, at: time)
            return key
        }
        guard let claims = ProviderClaims(reading: authorization),
            let key = directory.key(claims.keyID), key.teamID == claims.teamID,
            claims.isSigned(with: key.publicKey)
        else { throw PushRefusal(.invalidProviderToken) }
        try Self.checkAge(of: claims.issuedAt, at: time)
        guard key.environments.contains(directory.environment) else {
            throw PushRefusal(.badEnvironmentKeyIDInToken)
        }
        guard key.keyID == self.key?.keyID ?? key.keyID else {
            throw PushRefusal(.unrelatedKeyIDInToken)
        }
        try tokens.take(token, issuedAt: claims.issuedAt, by: key, at: time)
        return key
    }

    private static func checkAge(of issuedAt: Int, at time: ServerTime) throws(PushRefusal) {
        // A time that no calendar has must not stop the program.
        let (age, overflow) = time.seconds.subtractingReportingOverflow(issuedAt)
        guard !overflow, age >= -clockAllowance else { throw PushRefusal(.invalidProviderToken) }
        guard age <= tokenLifetime else { throw PushRefusal(.expiredProviderToken) }
    }
}

extension ConnectionRules: Redacted {}
