// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushAPNs
import SealedPushCoding
import Testing

@testable import SimulatedAPNs

struct PushCheckTests {
    @Test func `a push in order is taken as its headers say`() throws {
        var desk = try Desk()
        let draft = try desk.draft()
        let push = try desk.push(draft)
        #expect(push.id.text == Draft.id)
        #expect(push.token == (try APNsDeviceToken(hex: Draft.token)))
        #expect(push.registration.device == "phone")
        #expect(push.topic == "com.example.app")
        #expect(push.type == .alert)
        #expect(push.priority == 10)
        #expect(push.expiration == 1_800_000_000)
        #expect(push.collapseID == "news")
        #expect(push.payload == draft.body)
    }

    @Test func `all that may be left out may be`() throws {
        var desk = try Desk()
        var draft = try desk.draft()
        for name in [
            "apns-id", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id",
        ] { draft[name] = nil }
        let push = try desk.push(draft)
        #expect(push.type == nil)
        #expect(push.priority == 10)
        #expect(push.expiration == nil)
        #expect(push.collapseID == nil)
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: APNsReason
        let change: Change

        init(_ reason: APNsReason, _ what: String, _ change: @escaping Change) {
            testDescription = what
            self.reason = reason
            self.change = change
        }
    }

    /// One for each rule, in the order in which they are looked at.
    static let inOrder: [Broken] = [
        Broken(.badMessageID, "apns-id") { $0["apns-id"] = "1" },
        Broken(.methodNotAllowed, "method") { $0.method = "GET" },
        Broken(.missingTopic, "topic") { $0["apns-topic"] = nil },
        Broken(.badCollapseID, "collapse id") {
            $0["apns-collapse-id"] = String(repeating: "c", count: 65)
        },
        Broken(.badPriority, "priority") { $0["apns-priority"] = "7" },
        Broken(.invalidPushType, "type") { $0["apns-push-type"] = "banner" },
        Broken(.badExpirationDate, "expiration") { $0["apns-expiration"] = "soon" },
        Broken(.duplicateHeaders, "twice") { $0.fields.append(("apns-priority", "10")) },
        Broken(.badPath, "path") { $0.path = "/2/device/" + Draft.token },
    ]
    static let others: [Broken] = [
        Broken(.badMessageID, "an apns-id in upper case") { $0["apns-id"] = Draft.id.uppercased() },
        Broken(.badMessageID, "an empty apns-id") { $0["apns-id"] = "" },
        Broken(.badTopic, "an empty topic") { $0["apns-topic"] = "" },
        Broken(.badTopic, "a topic with a space") { $0["apns-topic"] = "com.example app" },
        Broken(.badTopic, "a long topic") { $0["apns-topic"] = String(repeating: "t", count: 256) },
        Broken(.badCollapseID, "an empty collapse id") { $0["apns-collapse-id"] = "" },
        Broken(.badCollapseID, "a collapse id of 65 bytes in 33 characters") {
            $0["apns-collapse-id"] = "c" + String(repeating: "\u{E9}", count: 32)
        },
        Broken(.badPriority, "priority 0") { $0["apns-priority"] = "0" },
        Broken(.badPriority, "priority 05") { $0["apns-priority"] = "05" },
        Broken(.badPriority, "a background push with 10") { $0["apns-push-type"] = "background" },
        Broken(.badPriority, "a background push without a priority") {
            $0["apns-push-type"] = "background"
            $0["apns-priority"] = nil
        },
        Broken(.badPriority, "a background push with 1") {
            $0["apns-push-type"] = "background"
            $0["apns-priority"] = "1"
        },
        Broken(.invalidPushType, "a type in upper case") { $0["apns-push-type"] = "Alert" },
        Broken(.invalidPushType, "a call without the topic of calls") {
            $0["apns-push-type"] = "voip"
        },
        Broken(.invalidPushType, "a topic that is a suffix alone") {
            $0["apns-push-type"] = "voip"
            $0["apns-topic"] = ".voip"
        },
        Broken(.badExpirationDate, "an expiration before 1970") { $0["apns-expiration"] = "-1" },
        Broken(.badExpirationDate, "an expiration with a sign") { $0["apns-expiration"] = "+1" },
        Broken(.badExpirationDate, "an empty expiration") { $0["apns-expiration"] = "" },
        Broken(.badExpirationDate, "an expiration of no calendar") {
            $0["apns-expiration"] = "9223372036854775808"
        },
        Broken(.duplicateHeaders, "two provider tokens") {
            $0.fields.append(("authorization", $0["authorization"] ?? ""))
        },
        Broken(.badPath, "a path with more behind it") { $0.path += "/0" },
        Broken(.badPath, "a path with less before it") { $0.path = "/device/" + Draft.token },
        Broken(.badPath, "no path") { $0.path = "" },
        Broken(.missingDeviceToken, "no token") { $0.path = "/3/device/" },
        Broken(.missingDeviceToken, "no token and no slash") { $0.path = "/3/device" },
        Broken(.badDeviceToken, "a token of half bytes") { $0.path.removeLast() },
        Broken(.badDeviceToken, "a token of letters") { $0.path = "/3/device/token" },
        Broken(.badDeviceToken, "a token that nobody has") {
            $0.path = "/3/device/" + String(repeating: "b", count: 64)
        },
        Broken(.deviceTokenNotForTopic, "the topic of another app") {
            $0["apns-topic"] = "com.example.other"
        },
        Broken(.missingProviderToken, "no provider token") { $0["authorization"] = nil },
        Broken(.invalidProviderToken, "a provider token of nobody") {
            $0["authorization"] = "bearer e30.e30.e30"
        },
        Broken(.payloadTooLarge, "4,097 bytes") { $0.body = [UInt8](repeating: 0, count: 4097) },
        Broken(.payloadTooLarge, "100,000 bytes") {
            $0.body = [UInt8](repeating: 0, count: 100_000)
        },
        Broken(.payloadEmpty, "an empty payload") { $0.body = [] },
    ]

    @Test(arguments: inOrder + others)
    func `one broken rule is refused with its reason`(_ broken: Broken) throws {
        var desk = try Desk()
        var draft = try desk.draft()
        broken.change(&draft)
        #expect(desk.refusal(of: draft) == PushRefusal(broken.reason))
    }

    @Test(arguments: inOrder + others)
    func `the list of broken rules begins with the answer, but for provider tokens`(
        _ broken: Broken
    ) throws {
        var desk = try Desk()
        var draft = try desk.draft()
        #expect(PushCheck(draft.request, in: desk.directory).reasons() == [])
        broken.change(&draft)
        let reasons = PushCheck(draft.request, in: desk.directory).reasons()
        let isOfToken = [.missingProviderToken, .invalidProviderToken].contains(broken.reason)
        #expect(reasons.first == (isOfToken ? nil : desk.refusal(of: draft)?.reason))
        guard broken.reason != .payloadTooLarge else { return }
        draft.body = []
        let more = PushCheck(draft.request, in: desk.directory).reasons()
        #expect(more.last == .payloadEmpty && Set(more).isSuperset(of: reasons))
    }

    @Test func `all broken rules are listed, each once and in their order`() throws {
        let desk = try Desk()
        var draft = try desk.draft()
        for broken in Self.inOrder { broken.change(&draft) }
        let reasons = PushCheck(draft.request, in: desk.directory).reasons()
        #expect(reasons == Self.inOrder.map(\.reason))
    }

    @Test(
        arguments: [
            (PushCheck.Right.certificate(topics: ["com.example.app"], environments: []), nil),
            (.certificate(topics: ["com.example.other"], environments: []), .topicDisallowed),
            (
                .certificate(topics: ["com.example.app"], environments: [.sandbox]),
                .badCertificateEnvironment
            ),
            (.certificate(topics: [], environments: []), .badCertificate),
            (.key(bundleIDs: nil, environments: [.production]), nil),
            (.key(bundleIDs: ["com.example.other"], environments: [.production]), .topicDisallowed),
            (.key(bundleIDs: nil, environments: [.sandbox]), .badEnvironmentKeyIDInToken),
        ] as [(PushCheck.Right, APNsReason?)]
    )
    func `the right of the sender is judged without a signature`(
        _ right: PushCheck.Right,
        _ reason: APNsReason?
    ) throws {
        let desk = try Desk()
        let check = PushCheck(Draft().request, in: desk.directory)
        #expect(check.reasons(by: right) == [reason].compactMap(\.self))
    }

    @Test func `of several broken rules the first is the answer`() throws {
        var desk = try Desk()
        for count in Self.inOrder.indices {
            var draft = try desk.draft()
            draft["authorization"] = nil
            draft.body = []
            for broken in Self.inOrder[count...] { broken.change(&draft) }
            #expect(desk.refusal(of: draft)?.reason == Self.inOrder[count].reason)
        }
    }

    @Test func `a sender comes before the device, and a device before the payload`() throws {
        var desk = try Desk()
        var draft = Draft()
        draft.body = []
        let since = Timestamp(clamping: 1_699_999_999_123)
        var registration = DeviceRegistration(of: "com.example.other", on: "phone")
        try desk.register(registration)
        #expect(desk.refusal(of: draft)?.reason == .missingProviderToken)
        draft = try desk.draft()
        draft.body = []
        #expect(desk.refusal(of: draft)?.reason == .deviceTokenNotForTopic)
        registration.state = .unregistered(since: since)
        try desk.register(registration)
        #expect(desk.refusal(of: draft) == PushRefusal(.unregistered, since: since))
        registration.state = .expired(since: since)
        try desk.register(registration)
        #expect(desk.refusal(of: draft) == PushRefusal(.expiredToken, since: since))
        try desk.register(DeviceRegistration(of: "com.example.app", on: "phone"))
        #expect(desk.refusal(of: draft)?.reason == .payloadEmpty)
        draft.path = "/3/device/token"
        #expect(desk.refusal(of: draft)?.reason == .badDeviceToken)
        draft["authorization"] = nil
        #expect(desk.refusal(of: draft)?.reason == .missingProviderToken)
    }

    @Test func `a header may be as long as it may be, and a payload, too`() throws {
        var desk = try Desk()
        var draft = try desk.draft()
        draft["apns-collapse-id"] = String(repeating: "c", count: 64)
        draft["apns-expiration"] = "0"
        draft.body = [UInt8](repeating: 0x20, count: 4096)
        draft.path = "/3/device/" + Draft.token.uppercased()
        draft.fields += [("cookie", "a=1"), ("cookie", "b=2")]
        #expect(desk.refusal(of: draft) == nil)
        draft["apns-push-type"] = "background"
        draft["apns-priority"] = "5"
        #expect(desk.refusal(of: draft) == nil)
        draft["apns-push-type"] = nil
        draft["apns-priority"] = "1"
        #expect(desk.refusal(of: draft) == nil)
    }

    @Test(arguments: APNsPushType.allCases, [true, false])
    func
        `a token takes only pushes of its type, as large as it may be, and client and server agree`(
            _ type: APNsPushType,
            _ isRegistered: Bool
        ) throws
    {
        var desk = try Desk()
        desk.directory.takesEveryToken = !isRegistered
        let app = type == .mdm ? "com.apple.mgmt.External.1" : "com.example.app"
        let topic = type.topic(for: app)
        if isRegistered {
            try desk.register(DeviceRegistration(of: app, on: "phone", for: type))
        }
        // Management servers have certificates.
        let certificate = ProviderCertificate(
            topics: [topic],
            environments: [],
            time: 0...Int64.max
        )
        desk.connection = ConnectionRules(certificate: certificate)
        var draft = try desk.draft()
        draft["apns-topic"] = topic
        draft["apns-priority"] = "5"
        if !isRegistered { draft.path = "/3/device/0b" }
        for sent in APNsPushType.allCases.map(Optional.some) + [nil] {
            draft["apns-push-type"] = sent?.rawValue
            let isPlain = [.alert, .background].contains(type)
            let isFit =
                sent == type || sent == nil && isPlain || sent == .background && type == .alert
                || !isRegistered && sent == .alert && type == .background
            if isRegistered, type == .background, sent != type { continue }
            let limit = sent == .voip ? 5120 : 4096
            for count in [limit, limit + 1] {
                draft.body = [UInt8](repeating: 0x20, count: count)
                let expected: APNsReason? =
                    isFit ? (count > limit ? .payloadTooLarge : nil) : .invalidPushType
                #expect(desk.refusal(of: draft)?.reason == expected, "\(String(describing: sent))")
            }
            draft.body = [0x20]
            guard let sent else { continue }
            let isMade =
                (try? APNsRequest(
                    draft.body,
                    to: APNsDeviceToken(hex: "0b"),
                    topic: topic,
                    type: sent,
                    priority: .conserving,
                    id: APNsID()
                )) != nil
            // A bundle id may end in these.
            let isDoubtful =
                [.alert, .background].contains(sent) && [.voip, .complication].contains(type)
            #expect(isMade == (isFit || isDoubtful || isPlain && sent == .alert), "\(sent)")
        }
    }

    @Test(arguments: ["com.example.voip", "com.example.watch.complication"])
    func `an app whose bundle id ends as a topic of another type gets its alerts`(
        _ app: String
    ) throws {
        var desk = try Desk()
        try desk.register(DeviceRegistration(of: app, on: "phone"))
        var draft = try desk.draft()
        draft["apns-topic"] = app
        for type in ["alert", nil] {
            draft["apns-push-type"] = type
            #expect(desk.refusal(of: draft) == nil)
        }
        draft.path = "/3/device/" + String(repeating: "b", count: 64)
        #expect(desk.refusal(of: draft)?.reason == .invalidPushType)
    }

    @Test func `a management server shows a certificate, and no token`() throws {
        var desk = try Desk()
        let topic = "com.apple.mgmt.External.1"
        try desk.register(DeviceRegistration(of: topic, on: "phone", for: .mdm))
        var draft = try desk.draft()
        (draft["apns-topic"], draft["apns-push-type"]) = (topic, "mdm")
        #expect(desk.refusal(of: draft)?.reason == .topicDisallowed)
    }

    @Test func `where any token is taken, it is one of a device of its own`() throws {
        var desk = try Desk()
        desk.directory.takesEveryToken = true
        var draft = try desk.draft()
        draft.path = "/3/device/0B"
        draft["apns-topic"] = "com.example.other.voip"
        draft["apns-push-type"] = "voip"
        let registration = try desk.push(draft).registration
        #expect(registration == DeviceRegistration(of: "com.example.other", on: "0b", for: .voip))
        draft.path = "/3/device/" + Draft.token
        #expect(desk.refusal(of: draft)?.reason == .deviceTokenNotForTopic)
        draft.path = "/3/device/zz"
        #expect(desk.refusal(of: draft)?.reason == .badDeviceToken)
    }

    @Test func `what holds content or a token shows none`() throws {
        var desk = try Desk()
        let draft = try desk.draft()
        let push = try desk.push(draft)
        var dumped = ""
        dump(push, to: &dumped)
        dump(draft.request, to: &dumped)
        for text in ["\(push)", "\(draft.request)", String(reflecting: push), dumped] {
            for secret in [Draft.token, "Hello", "bearer", "com.example"] {
                #expect(!text.contains(secret))
            }
        }
    }
}
