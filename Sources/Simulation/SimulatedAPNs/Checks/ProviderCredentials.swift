// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

/// What a provider's certificate says of who may push what; that it holds was found by TLS.
struct ProviderCertificate: Hashable {
    let topics: [String]
    /// None in a certificate that Apple did not make: a test's, which is for both.
    let environments: Set<PushEnvironment>
    /// When it serves, in seconds since 1970.
    let time: ClosedRange<Int64>

    init(topics: [String], environments: Set<PushEnvironment>, time: ClosedRange<Int64>) {
        self.topics = topics
        self.environments = environments
        self.time = time
    }

    /// Reads a certificate; one that ends before it begins serves at no time, and so for no topic.
    init(_ certificate: Certificate) {
        let (start, end) = (certificate.notBefore, certificate.notAfter)
        self.init(
            topics: start <= end ? certificate.pushTopics : [],
            environments: certificate.pushEnvironments,
            time: start...max(start, end)
        )
    }

    /// The topic that a push without one has: that of a certificate for one topic.
    var defaultTopic: String? { topics.count == 1 ? topics[0] : nil }

    /// Decides whether its owner may push to `topic`.
    func check(
        for topic: String,
        in environment: PushEnvironment,
        at time: ServerTime
    ) throws(PushRefusal) {
        guard self.time.contains(Int64(time.seconds)), !topics.isEmpty else {
            throw PushRefusal(.badCertificate)
        }
        guard environments.isEmpty || environments.contains(environment) else {
            throw PushRefusal(.badCertificateEnvironment)
        }
        guard topics.contains(topic) else { throw PushRefusal(.topicDisallowed) }
    }
}

/// What a provider token says (RFC 7519; "Establishing a token-based connection to APNs"), not
/// verified yet.
struct ProviderClaims {
    let keyID: String
    let teamID: String
    /// When it was made, in seconds since 1970.
    let issuedAt: Int

    private let token: SignedToken

    /// Takes the value of `authorization` apart; nil where that is no token.
    init?(reading authorization: String) {
        guard let text = Self.token(in: authorization), let token = SignedToken(reading: text),
            let keyID = token.header["kid"]?.string,
            let teamID = token.claims["iss"]?.string, let issuedAt = token.claims["iat"]?.integer
        else { return nil }
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
        self.token = token
    }

    /// The token that `authorization` shows (RFC 6750, section 2.1); nil where it shows none.
    static func token(in authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1]
    }

    /// Whether it was signed with the private half of `key`.
    func isSigned(with key: P256PublicKey) -> Bool { token.isSigned(with: key) }
}

extension ProviderClaims: Redacted {}

/// The provider tokens that the server has taken, by their keys: a key's renewals count together,
/// whatever connections its tokens come on.
///
/// A renewal comes too early where less than 20 minutes lie between the two tokens both by the
/// times that stand in them and by when they were first seen here. Apple says "no more than once
/// every 20 minutes", and not by which clock. One of them alone would refuse providers that keep
/// the rule: a token may be old when it is first seen, and the provider's clock may be set.
struct ProviderTokens {
    private struct Seen {
        let token: String
        let issuedAt: Int
        let firstUse: Duration
    }

    private struct History {
        let publicKey: P256PublicKey
        var current: Seen
        var previous: Seen?
    }

    /// How far apart two tokens are at least, as Apple says.
    static let interval = Duration.seconds(20 * 60)

    private let interval: Duration
    private var histories: [String: History] = [:]
    /// How many tokens were taken.
    private(set) var count = 0

    /// No token was seen yet.
    init(interval: Duration = ProviderTokens.interval) {
        self.interval = interval
    }

    /// When a token says that it was made, if it is one of the two latest of a key; nil for any
    /// other.
    func issuedAt(of token: Substring, by key: ProviderKey) -> Int? {
        guard let history = histories[key.keyID], history.publicKey == key.publicKey else {
            return nil
        }
        return [history.current, history.previous].compactMap(\.self).first { $0.token == token }?
            .issuedAt
    }

    /// Takes a token that was verified; the one before it stays good, as pushes may overtake each
    /// other.
    mutating func take(
        _ token: Substring,
        issuedAt: Int,
        by key: ProviderKey,
        at time: ServerTime
    ) throws(PushRefusal) {
        guard self.issuedAt(of: token, by: key) == nil else { return }
        let seen = Seen(token: String(token), issuedAt: issuedAt, firstUse: time.uptime)
        let current = histories[key.keyID].flatMap {
            $0.publicKey == key.publicKey ? $0.current : nil
        }
        if let current {
            guard
                .seconds(issuedAt - current.issuedAt) >= interval
                    || time.uptime - current.firstUse >= interval
            else { throw PushRefusal(.tooManyProviderTokenUpdates) }
        }
        histories[key.keyID] = History(
            publicKey: key.publicKey,
            current: seen,
            previous: current
        )
        count += 1
    }
}

extension ProviderTokens: Redacted {}
