// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// The rules of one connection: who may push on it, and how many streams there may be.
///
/// With a certificate the connection's own is what counts. With provider tokens the first valid one
/// decides for which key, and so for which team, the connection is, and other keys are unrelated to
/// it.
///
/// A renewal comes too early where less than 20 minutes lie between the two tokens both by the
/// times that stand in them and by when they were first seen here. Apple says "no more than once
/// every 20 minutes", and not by which clock. One of them alone would refuse providers that keep
/// the rule: a token may be old when a connection begins, and the provider's clock may be set.
struct ConnectionRules {
    private struct Seen {
        let token: Substring
        let issuedAt: Int
        let firstUse: Duration
    }

    /// How old a token may be, in seconds.
    static let tokenLifetime = 3600
    /// How far a token's time may lie ahead of the server's, in seconds.
    static let clockAllowance = 60
    /// How far apart two tokens are at least, in seconds.
    static let tokenInterval = 20 * 60

    private let certificate: ProviderCertificate?
    private let fallsAtAnyRefusal: Bool
    private var key: ProviderKey?
    private var current: Seen?
    private var previous: Seen?
    private var isKnown: Bool

    /// How many tokens there have been that were taken.
    private(set) var tokenCount = 0

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
    var defaultTopic: String? {
        guard let topics = certificate?.topics, topics.count == 1 else { return nil }
        return topics[0]
    }

    /// Decides whether the sender of a push may push to `topic`, the topic of `bundleID`.
    mutating func authenticate(
        _ authorization: String?,
        for topic: String,
        of bundleID: String,
        in directory: APNsDirectory,
        at time: ServerTime
    ) throws(PushRefusal) {
        if let certificate {
            try certificate.check(for: topic, in: directory.environment, at: time)
            isKnown = true
            return
        }
        key = try check(authorization, in: directory, at: time)
        isKnown = true
        guard key?.bundleIDs?.contains(bundleID) ?? true else {
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
    private mutating func check(
        _ authorization: String?,
        in directory: APNsDirectory,
        at time: ServerTime
    ) throws(PushRefusal) -> ProviderKey {
        guard let authorization else { throw PushRefusal(.missingProviderToken) }
        guard let token = ProviderClaims.token(in: authorization) else {
            throw PushRefusal(.invalidProviderToken)
        }
        let seen = [current, previous].compactMap(\.self).first { $0.token == token }
        // What was verified is still true where the key is still the same.
        if let seen, let key, directory.key(key.keyID) == key {
            try Self.checkAge(of: seen.issuedAt, at: time)
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
        guard seen == nil else { return key }
        if let current {
            let interval = Duration.seconds(Self.tokenInterval)
            guard
                claims.issuedAt - current.issuedAt >= Self.tokenInterval
                    || time.uptime - current.firstUse >= interval
            else { throw PushRefusal(.tooManyProviderTokenUpdates) }
        }
        previous = current
        current = Seen(
            token: token,
            issuedAt: claims.issuedAt,
            firstUse: time.uptime
        )
        tokenCount += 1
        return key
    }

    private static func checkAge(of issuedAt: Int, at time: ServerTime) throws(PushRefusal) {
        // A time that no calendar has must not stop the program.
        let (age, overflow) = time.seconds.subtractingReportingOverflow(issuedAt)
        guard !overflow, age >= -clockAllowance else { throw PushRefusal(.invalidProviderToken) }
        guard age <= tokenLifetime else { throw PushRefusal(.expiredProviderToken) }
    }
}

extension ConnectionRules: CustomStringConvertible, CustomReflectable {
    /// Names the type only: a provider's token would let an attacker push.
    var description: String { "ConnectionRules" }

    /// Shows nothing.
    var customMirror: Mirror { Mirror(self, children: []) }
}
