// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// Decides about a push as APNs documents it, rule by rule: the first that is broken is the answer.
///
/// The order is that of Pushy's mock server, with more rules in it: apns-id, method, topic,
/// collapse id, priority, type, expiration, headers that are there twice, path, who sends it
/// (before the token, as was observed), token, and the payload.
package struct PushCheck {
    let directory: APNsDirectory
    let request: PushRequest

    package init(_ request: PushRequest, in directory: APNsDirectory) {
        self.request = request
        self.directory = directory
    }

    /// What the push is called, which the answer echoes; nil where the server is to find a name.
    var id: APNsID? {
        request["apns-id"].flatMap { text in APNsID(text).flatMap { $0.text == text ? $0 : nil } }
    }

    /// Takes the push, or refuses it.
    ///
    /// - Parameters:
    ///   - id: What it is called: ``id``, or the server's own.
    ///   - connection: What the connection has seen; it learns from the push.
    ///   - tokens: What the server has seen of provider tokens; it learns from the push.
    ///   - time: The present moment.
    /// - Returns: The push.
    /// - Throws: Why it is refused.
    func push(
        called id: APNsID,
        on connection: inout ConnectionRules,
        _ tokens: inout ProviderTokens,
        at time: ServerTime
    ) throws(PushRefusal) -> AcceptedPush {
        try checkID()
        try checkMethod()
        let topic = try topic(or: connection.defaultTopic)
        let collapseID = try collapseID()
        let priority = try priority()
        let (type, bundleID) = try type(of: topic, priority: priority)
        let expiration = try expiration()
        try checkNames()
        let text = try tokenText()
        try connection.authenticate(
            request["authorization"],
            for: topic,
            of: bundleID,
            in: directory,
            &tokens,
            at: time
        )
        guard let token = try? APNsDeviceToken(hex: text) else {
            throw PushRefusal(.badDeviceToken)
        }
        let registration =
            try registered(token, for: topic, type)
            ?? DeviceRegistration(of: bundleID, on: token.text, for: type ?? .alert)
        try checkPayload(for: type)
        return AcceptedPush(
            id: id,
            token: token,
            registration: registration,
            topic: topic,
            type: type,
            priority: priority,
            expiration: expiration,
            collapseID: collapseID,
            payload: request.body
        )
    }

    func checkID() throws(PushRefusal) {
        guard request["apns-id"] == nil || id != nil else { throw PushRefusal(.badMessageID) }
    }

    func checkMethod() throws(PushRefusal) {
        guard request.method == "POST" else { throw PushRefusal(.methodNotAllowed) }
    }

    func collapseID() throws(PushRefusal) -> String? {
        let collapseID = request["apns-collapse-id"]
        guard (1...64).contains(collapseID?.utf8.count ?? 1) else {
            throw PushRefusal(.badCollapseID)
        }
        return collapseID
    }

    func checkPayload(for type: APNsPushType?) throws(PushRefusal) {
        guard request.body.count <= (type ?? .alert).byteLimit else {
            throw PushRefusal(.payloadTooLarge)
        }
        guard !request.body.isEmpty else { throw PushRefusal(.payloadEmpty) }
    }

    func topic(or usual: String?) throws(PushRefusal) -> String {
        guard let topic = request["apns-topic"] ?? usual else {
            throw PushRefusal(.missingTopic)
        }
        guard (1...255).contains(topic.utf8.count),
            topic.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw PushRefusal(.badTopic) }
        return topic
    }

    func priority() throws(PushRefusal) -> Int {
        switch request["apns-priority"] {
        case nil, "10": 10
        case "5": 5
        case "1": 1
        default: throw PushRefusal(.badPriority)
        }
    }

    /// What the push is for, which its topic has to fit, and the app; without a type it is one for
    /// the bundle id alone.
    func type(
        of topic: String,
        priority: Int
    ) throws(PushRefusal) -> (APNsPushType?, bundleID: String) {
        let text = request["apns-push-type"]
        let type = text.flatMap(APNsPushType.init(rawValue:))
        let shown = APNsPushType(topic: topic)
        guard text == nil || type != nil, (type ?? .alert).takes(topic: topic),
            shown == nil || shown == type || isApp(topic)
        else { throw PushRefusal(.invalidPushType) }
        // 10, also where it is left out, is an error in a background push, and 1 is not the 5 that
        // it must have.
        guard type != .background || priority == 5 else { throw PushRefusal(.badPriority) }
        return (type, String(topic.dropLast(type?.topicSuffix.count ?? 0)))
    }

    /// Whether the device knows an app whose bundle id ends as topics of other types do.
    private func isApp(_ topic: String) -> Bool {
        guard let token = try? APNsDeviceToken(hex: tokenText()) else { return false }
        return directory[token]?.bundleID == topic
    }

    func expiration() throws(PushRefusal) -> Int? {
        guard let text = request["apns-expiration"] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int(text)
        else { throw PushRefusal(.badExpirationDate) }
        return seconds
    }

    func checkNames() throws(PushRefusal) {
        var names: Set<String> = []
        // A cookie may come in pieces (RFC 9113, section 8.2.3).
        for field in request.fields where field.name != "cookie" {
            guard names.insert(field.name).inserted else { throw PushRefusal(.duplicateHeaders) }
        }
    }

    func tokenText() throws(PushRefusal) -> String {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.starts(with: ["", "3", "device"]), parts.count <= 4 else {
            throw PushRefusal(.badPath)
        }
        guard parts.count == 4, !parts[3].isEmpty else { throw PushRefusal(.missingDeviceToken) }
        return String(parts[3])
    }

    /// What a token stands for that is to be sent such a push; nil where any token is taken, and
    /// this one is not known.
    func registered(
        _ token: APNsDeviceToken,
        for topic: String,
        _ type: APNsPushType?
    ) throws(PushRefusal) -> DeviceRegistration? {
        guard let registration = directory[token] else {
            guard directory.takesEveryToken else { throw PushRefusal(.badDeviceToken) }
            return nil
        }
        switch registration.state {
        case .active: break
        case .unregistered(let moment): throw PushRefusal(.unregistered, since: moment)
        case .expired(let moment): throw PushRefusal(.expiredToken, since: moment)
        }
        guard topic == registration.topic else { throw PushRefusal(.deviceTokenNotForTopic) }
        guard registration.takes(type) else { throw PushRefusal(.invalidPushType) }
        return registration
    }
}

/// Why a push is refused.
struct PushRefusal: Error, Hashable {
    let reason: APNsReason
    /// Since when a token has been gone.
    var timestamp: Timestamp?

    init(_ reason: APNsReason, since timestamp: Timestamp? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
