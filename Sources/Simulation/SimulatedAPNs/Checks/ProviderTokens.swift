// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

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

    /// How far apart two tokens are at least, in seconds.
    static let interval = 20 * 60

    private var histories: [String: History] = [:]
    /// How many tokens were taken.
    private(set) var count = 0

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
                issuedAt - current.issuedAt >= Self.interval
                    || time.uptime - current.firstUse >= .seconds(Self.interval)
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
