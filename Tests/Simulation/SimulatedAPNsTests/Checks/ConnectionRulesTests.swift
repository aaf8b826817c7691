// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL
import Testing

@testable import SimulatedAPNs

struct ConnectionRulesTests {
    private func reason(
        of desk: inout Desk,
        _ authorization: String?
    ) -> APNsReason? {
        var draft = Draft()
        draft["authorization"] = authorization
        return desk.refusal(of: draft)?.reason
    }

    @Test(arguments: [
        (0, APNsReason?.none), (-3600, nil), (-3601, .expiredProviderToken), (60, nil),
        (61, .invalidProviderToken), (Int.min + 1, .invalidProviderToken),
        (Int.max - Desk.start, .invalidProviderToken),
    ])
    func `a token may be an hour old, and a minute early`(
        _ age: Int,
        _ expected: APNsReason?
    ) throws {
        var desk = try Desk()
        let bearer = try desk.team.bearer(at: age < -7200 ? age : Desk.start + age)
        #expect(reason(of: &desk, bearer) == expected)
    }

    @Test func `a token that was taken grows old`() throws {
        var desk = try Desk()
        let bearer = try desk.team.bearer(at: desk.seconds)
        #expect(reason(of: &desk, bearer) == nil)
        desk.seconds += 3600
        #expect(reason(of: &desk, bearer) == nil)
        desk.seconds += 1
        #expect(reason(of: &desk, bearer) == .expiredProviderToken)
    }

    @Test func `a token that was taken goes with its key`() throws {
        var desk = try Desk()
        let bearer = try desk.team.bearer(at: desk.seconds)
        #expect(reason(of: &desk, bearer) == nil)
        desk.directory.removeKey(desk.team.keyID)
        #expect(reason(of: &desk, bearer) == .invalidProviderToken)
        // The key comes back with fewer rights, then with those that it had: the token is the one
        // that was taken.
        desk.directory.add(desk.team.providerKey(environments: [.sandbox]))
        #expect(reason(of: &desk, bearer) == .badEnvironmentKeyIDInToken)
        desk.directory.add(desk.team.providerKey(bundleIDs: ["com.example.other"]))
        #expect(reason(of: &desk, bearer) == .topicDisallowed)
        desk.directory.add(desk.team.providerKey())
        #expect(reason(of: &desk, bearer) == nil)
        // Another key under its id.
        desk.directory.add(try Team().providerKey())
        #expect(reason(of: &desk, bearer) == .invalidProviderToken)
    }

    @Test func `a token is signed by its key, and of its team`() throws {
        var desk = try Desk()
        let (team, seconds) = (desk.team, desk.seconds)
        let stranger = try Team(key: "KEY0000002")
        let claims = #"{"iss":"TEAM000002","iat":\#(seconds)}"#
        let bearers = [
            try team.bearer(at: seconds, signedBy: stranger),
            try stranger.bearer(at: seconds),
            try team.bearer(at: seconds, claims: claims),
            try team.bearer(at: seconds, claims: #"{"iss":"TEAM000001"}"#),
            try team.bearer(at: seconds, claims: #"{"iss":"TEAM000001","iat":"\#(seconds)"}"#),
            try team.bearer(at: seconds, claims: #"{"iat":\#(seconds)}"#),
            try team.bearer(at: seconds, header: #"{"alg":"none","kid":"KEY0000001"}"#),
            try team.bearer(at: seconds, header: #"{"alg":"ES256"}"#),
            try team.bearer(
                at: seconds,
                header: #"{"alg":"ES256","kid":"KEY0000001","crit":["exp"],"exp":1}"#
            ),
            try team.bearer(at: seconds, header: "[]"),
            try String(team.bearer(at: seconds).dropFirst("bearer ".count)),
            try team.bearer(at: seconds) + ".e30",
            try team.bearer(at: seconds) + "=",
            try String(team.bearer(at: seconds).dropLast(4)),
            "basic e30", "bearer", "bearer ", "",
        ]
        for bearer in bearers {
            #expect(reason(of: &desk, bearer) == .invalidProviderToken)
        }
        let bearer = try team.bearer(at: seconds)
        for scheme in ["Bearer", "bearer", "BEARER"] {
            #expect(reason(of: &desk, bearer.replacing("bearer", with: scheme)) == nil)
        }
    }

    @Test func `every changed bit of a signature is found`() throws {
        var desk = try Desk()
        let bearer = try desk.team.bearer(at: desk.seconds)
        let dot = try #require(bearer.lastIndex(of: "."))
        let text = Array(bearer[bearer.index(after: dot)...].utf8)
        let signature = try Base64URL.decode(text.span)
        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            let forged = bearer[...dot] + Base64URL.encode(changed.span)
            #expect(reason(of: &desk, String(forged)) == .invalidProviderToken)
        }
        #expect(reason(of: &desk, bearer) == nil)
    }

    @Test func `a key serves its environments and its apps`() throws {
        var desk = try Desk(environment: .sandbox)
        let bearer = try desk.team.bearer(at: desk.seconds)
        desk.directory.add(desk.team.providerKey(environments: [.production]))
        #expect(reason(of: &desk, bearer) == .badEnvironmentKeyIDInToken)
        desk.directory.add(desk.team.providerKey(bundleIDs: ["com.example.other"]))
        #expect(reason(of: &desk, bearer) == .topicDisallowed)
        desk.connection = ConnectionRules()
        desk.directory.add(desk.team.providerKey(bundleIDs: ["com.example.app"]))
        #expect(reason(of: &desk, bearer) == nil)
    }

    @Test func `a connection is one key's, and so one team's`() throws {
        var desk = try Desk()
        let others = [
            try Team(key: "KEY0000002"), try Team(key: "KEY0000003", of: "TEAM000003"),
        ]
        #expect(reason(of: &desk, try desk.team.bearer(at: desk.seconds)) == nil)
        desk.seconds += 1800
        for other in others {
            desk.directory.add(other.providerKey())
            let bearer = try other.bearer(at: desk.seconds)
            #expect(reason(of: &desk, bearer) == .unrelatedKeyIDInToken)
            var second = desk
            second.connection = ConnectionRules()
            #expect(reason(of: &second, bearer) == nil)
        }
        #expect(reason(of: &desk, try desk.team.bearer(at: desk.seconds)) == nil)
    }

    @Test func `a renewal within 20 minutes is one too many`() throws {
        var desk = try Desk()
        let team = desk.team
        let first = try team.bearer(at: desk.seconds)
        #expect(reason(of: &desk, first) == nil)
        desk.seconds += 1199
        #expect(
            reason(of: &desk, try team.bearer(at: desk.seconds)) == .tooManyProviderTokenUpdates
        )
        #expect(reason(of: &desk, first) == nil)
        desk.seconds += 1
        let second = try team.bearer(at: desk.seconds)
        #expect(reason(of: &desk, second) == nil)
        // Pushes that were written before the renewal may come behind it.
        #expect(reason(of: &desk, first) == nil)
        #expect(reason(of: &desk, second) == nil)
        #expect(desk.tokens.count == 2)
        #expect(
            reason(of: &desk, try team.bearer(at: desk.seconds)) == .tooManyProviderTokenUpdates
        )
    }

    @Test func `a key's renewals are counted on all its connections together`() throws {
        var desk = try Desk()
        let first = try desk.team.bearer(at: desk.seconds)
        #expect(reason(of: &desk, first) == nil)
        for wait in [1, 600, 599, 1] {
            desk.connection = ConnectionRules()
            desk.seconds += wait
            let next = try desk.team.bearer(at: desk.seconds)
            let isEarly = desk.seconds < Desk.start + 1200
            #expect(
                reason(of: &desk, next) == (isEarly ? .tooManyProviderTokenUpdates : nil)
            )
            // What the key has had is taken on each connection.
            #expect(reason(of: &desk, first) == nil)
            if !isEarly { break }
        }
        #expect(desk.tokens.count == 2)
        // Another key of the team has tokens of its own.
        let other = try Team(key: "KEY0000002")
        desk.directory.add(other.providerKey())
        desk.connection = ConnectionRules()
        #expect(reason(of: &desk, try other.bearer(at: desk.seconds)) == nil)
        // So has another key under the same id.
        let replaced = try Team()
        desk.directory.add(replaced.providerKey())
        desk.connection = ConnectionRules()
        #expect(reason(of: &desk, try replaced.bearer(at: desk.seconds)) == nil)
    }

    @Test func `the same time signed once more is another token`() throws {
        var desk = try Desk()
        let seconds = desk.seconds
        #expect(reason(of: &desk, try desk.team.bearer(at: seconds)) == nil)
        let again = try desk.team.bearer(at: seconds)
        #expect(reason(of: &desk, again) == .tooManyProviderTokenUpdates)
    }

    @Test func `a provider that keeps to 20 minutes by one clock is not refused`() throws {
        var desk = try Desk()
        // The token is 40 minutes old when the connection begins.
        #expect(reason(of: &desk, try desk.team.bearer(at: desk.seconds - 2400)) == nil)
        desk.seconds += 600
        #expect(reason(of: &desk, try desk.team.bearer(at: desk.seconds)) == nil)
        // The provider's clock is set back by half an hour.
        desk.seconds += 1500
        #expect(reason(of: &desk, try desk.team.bearer(at: desk.seconds - 1800)) == nil)
    }

    @Test func `there is one stream until a valid token, and again after one that is refused`()
        throws
    {
        var desk = try Desk()
        let bearer = try desk.team.bearer(at: desk.seconds)
        let stale = try desk.team.bearer(at: desk.seconds - 4000)
        let stranger = try Team(key: "KEY0000002")
        desk.directory.add(stranger.providerKey())
        let unrelated = try stranger.bearer(at: desk.seconds)
        let renewed = try desk.team.bearer(at: desk.seconds)
        #expect(desk.connection.streamLimit(full: 1000) == 1)
        for refused in [nil, "bearer e30.e30.e30", stale, unrelated, renewed] {
            #expect(reason(of: &desk, bearer) == nil)
            #expect(desk.connection.streamLimit(full: 1000) == 1000)
            #expect(desk.connection.streamLimit(full: 0) == 0)
            #expect(reason(of: &desk, refused) != nil)
            #expect(desk.connection.streamLimit(full: 1000) == 1)
            #expect(desk.connection.streamLimit(full: 0) == 0)
        }
    }

    @Test func `a refusal for anything else leaves the streams as they are`() throws {
        var desk = try Desk()
        var draft = try desk.draft()
        draft.body = []
        #expect(desk.refusal(of: draft)?.reason == .payloadEmpty)
        #expect(desk.connection.streamLimit(full: 1000) == 1000)
        draft["apns-priority"] = "7"
        #expect(desk.refusal(of: draft)?.reason == .badPriority)
        #expect(desk.connection.streamLimit(full: 1000) == 1000)
    }
}
