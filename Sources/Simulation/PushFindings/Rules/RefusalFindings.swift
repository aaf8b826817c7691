// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs

/// What APNs refuses: its answer first, then every other of its rules that the push breaks.
struct RefusalFindings {
    let push: KnownPush

    /// What APNs has answered, if it refused the push.
    var answered: [Finding] {
        guard case .refused(let reason) = push.sent.answer else { return [] }
        return [finding(reason)]
    }

    /// What APNs would refuse.
    var expected: [Finding] {
        var reasons = PushCheck(request, in: directory).reasons(by: right)
        if !push.sent.hasAllHeaders || push.topic != nil {
            reasons.removeAll { $0 == .missingTopic }
        }
        if case .refused(let reason) = push.sent.answer { reasons.removeAll { $0 == reason } }
        return reasons.map(finding)
    }

    /// The push as a request; of the payload only the size counts.
    private var request: PushRequest {
        var fields = push.sent.headers
        if push.sent["apns-topic"] == nil, let topic = push.topic {
            fields.append(("apns-topic", topic))
        }
        // A header that is not known is one that makes the push right.
        if !push.sent.hasAllHeaders {
            let shown = push.topic.flatMap { APNsPushType(topic: $0) }
            if push.sent["apns-push-type"] == nil, let shown {
                fields.append(("apns-push-type", shown.rawValue))
            }
            if push.type == .background, push.sent["apns-priority"] == nil {
                fields.append(("apns-priority", "5"))
            }
        }
        return PushRequest(
            path: "/3/device/\(push.sent.token ?? "00")",
            fields: fields,
            body: [UInt8](repeating: 0, count: min(push.size, 2 * limit))
        )
    }

    /// What the phone has of tokens, as the service knows it.
    private var directory: APNsDirectory {
        let environment = push.sent.environment ?? .production
        let apps = push.phone?.apps ?? []
        let areKnown =
            push.sent.token != nil && !apps.isEmpty
            && apps.allSatisfy { $0.tokens != nil }
        var directory = APNsDirectory(environment: environment, takesEveryToken: !areKnown)
        for app in apps {
            for token in app.tokens ?? [] {
                guard let known = try? APNsDeviceToken(hex: token.hex),
                    token.environment ?? environment == environment
                        || push.sent.environment == nil
                else { continue }
                let registration = DeviceRegistration(
                    of: app.bundleID,
                    on: "phone",
                    for: token.type
                )
                directory.register(registration, as: known)
            }
        }
        return directory
    }

    private var right: PushCheck.Right? {
        switch push.sent.credential {
        case nil: nil
        case .certificate(let topics, let environments):
            .certificate(
                topics: topics,
                environments: push.sent.environment == nil ? [] : environments
            )
        case .providerToken(let bundleIDs, let environments):
            .key(
                bundleIDs: bundleIDs,
                environments: push.sent.environment == nil
                    ? Set(PushEnvironment.allCases) : environments
            )
        }
    }

    private var limit: Int { (push.type ?? .alert).byteLimit }

    private func finding(_ reason: APNsReason) -> Finding {
        let detail = detail(of: reason).map { ": \($0)" } ?? ""
        return Finding(
            FindingRule(reason),
            of: "\(reason.explanation)\(detail) (\(reason.rawValue))",
            reason.advice,
            in: subject(of: reason)
        )
    }

    private func subject(of reason: APNsReason) -> String? {
        switch reason {
        case .badMessageID: "apns-id"
        case .badTopic, .missingTopic, .deviceTokenNotForTopic, .topicDisallowed: "apns-topic"
        case .badCollapseID: "apns-collapse-id"
        case .badPriority: "apns-priority"
        case .invalidPushType: "apns-push-type"
        case .badExpirationDate: "apns-expiration"
        case .payloadTooLarge: push.root.flatMap { LargestMember(of: $0)?.path }
        case .duplicateHeaders: repeatedHeader.map { Quoted.path([$0]) }
        case .missingProviderToken, .invalidProviderToken, .expiredProviderToken: "authorization"
        default: nil
        }
    }

    /// What the push itself shows of a fault.
    private func detail(of reason: APNsReason) -> String? {
        switch reason {
        case .badMessageID: push.sent["apns-id"].map(Quoted.value)
        case .badTopic: push.topic.map(Quoted.value)
        case .badCollapseID: push.sent["apns-collapse-id"].map { "it has \($0.utf8.count)" }
        case .badPriority: priority
        case .invalidPushType: type
        case .badExpirationDate: push.sent["apns-expiration"].map(Quoted.value)
        case .duplicateHeaders: repeatedHeader.map(Quoted.value)
        case .badDeviceToken: token
        case .deviceTokenNotForTopic: owner
        case .topicDisallowed: push.topic.map(Quoted.value)
        case .payloadTooLarge: excess
        default: nil
        }
    }

    private var priority: String? {
        guard push.type == .background else {
            return push.sent["apns-priority"].map(Quoted.value)
        }
        let priority = push.sent["apns-priority"].map(Quoted.value) ?? "none, which means 10,"
        return "a background push has 5, and this one \(priority)"
    }

    private var type: String? {
        guard let text = push.sent["apns-push-type"] else {
            return push.topic.map { "there is none, and the topic is \(Quoted.value($0))" }
        }
        guard let type = push.type else { return "\(Quoted.value(text)) is none of Apple's" }
        guard let topic = push.topic, !type.takes(topic: topic) else {
            return push.sent.token.flatMap { push.app?.token($0) }.map { token in
                "the device token is for \(token.type.rawValue) pushes, and this one is"
                    + " \(type.rawValue)"
            }
        }
        let suffix = type.topicSuffix
        return suffix.isEmpty
            ? "\(Quoted.value(topic)) is the topic of another type than \(type.rawValue)"
            : "the topic of \(type.rawValue) pushes ends in '\(suffix)', and this one is"
                + " \(Quoted.value(topic))"
    }

    private var token: String? {
        guard let hex = push.sent.token else { return nil }
        guard (try? APNsDeviceToken(hex: hex)) != nil else {
            return "\(Quoted.value(hex)) is not hexadecimal"
        }
        for app in push.phone?.apps ?? [] {
            guard let environment = app.token(hex)?.environment, let sent = push.sent.environment,
                environment != sent
            else { continue }
            return "it is of \(environment.words), and the push was sent to \(sent.words)"
        }
        return nil
    }

    private var owner: String? {
        guard let hex = push.sent.token,
            let app = push.phone?.apps.first(where: { $0.token(hex) != nil }),
            let topic = push.topic
        else { return nil }
        return "it is of \(Quoted.value(app.bundleID)), and the topic is \(Quoted.value(topic))"
    }

    /// By how much the payload is too large, and which member has most of it.
    private var excess: String {
        let more = push.size - limit
        let kind = push.type == .voip ? "a call" : "a push"
        let member = push.root.flatMap { LargestMember(of: $0) }
        return "it has \(push.size), which is \(more) more than the \(limit) of \(kind)"
            + (member.map { "; '\($0.path)' has \($0.size) of them" } ?? "")
    }

    private var repeatedHeader: String? {
        var names: Set<String> = []
        return push.sent.headers.map(\.name).first {
            $0 != "cookie" && !names.insert($0).inserted
        }
    }
}

extension PushEnvironment {
    fileprivate var words: String {
        switch self {
        case .production: "production"
        case .sandbox: "the sandbox"
        }
    }
}
