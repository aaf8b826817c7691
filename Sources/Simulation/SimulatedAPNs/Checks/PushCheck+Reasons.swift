// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushAPNs
import SealedPushCoding

extension PushCheck {
    /// The right by which a push is sent, as far as it is known without a signature.
    package enum Right {
        /// That of a certificate for these topics, and these environments; none means both.
        case certificate(topics: [String], environments: Set<PushEnvironment>)
        /// That of a provider token's key: the apps, nil for all, and the environments.
        case key(bundleIDs: Set<String>?, environments: Set<PushEnvironment>)
    }

    /// The reasons of all rules that the push breaks.
    ///
    /// Each rule is judged by itself. Provider tokens are not looked at.
    ///
    /// - Parameter right: The right of its sender; nil judges none.
    /// - Returns: The reasons, each once, in the order of the rules; the first is that of the
    ///   answer.
    package func reasons(by right: Right? = nil) -> [APNsReason] {
        var reasons = BrokenRules()
        reasons.note { () throws(PushRefusal) in try checkID() }
        reasons.note { () throws(PushRefusal) in try checkMethod() }
        let topic = reasons.note { () throws(PushRefusal) in try self.topic(or: right?.defaultTopic)
        }
        reasons.note { () throws(PushRefusal) in _ = try collapseID() }
        let priority = reasons.note { () throws(PushRefusal) in try self.priority() }
        let kind = reasons.note { () throws(PushRefusal) in
            // Without a topic the type alone is judged, and without a priority no other is missed.
            let text = request["apns-push-type"]
            let type = text.flatMap(APNsPushType.init(rawValue:))
            let usual = (type ?? .alert).topic(for: "app")
            return try self.type(
                of: topic ?? usual,
                priority: priority ?? (type == .background ? 5 : 10)
            )
        }
        reasons.note { () throws(PushRefusal) in _ = try expiration() }
        reasons.note { () throws(PushRefusal) in try checkNames() }
        let text = reasons.note { () throws(PushRefusal) in try tokenText() }
        if let topic, let right {
            let bundleID = kind?.bundleID ?? topic
            reasons.note { () throws(PushRefusal) in
                try right.check(for: topic, of: bundleID, in: directory.environment)
            }
        }
        if let text {
            reasons.note { () throws(PushRefusal) in
                guard let token = try? APNsDeviceToken(hex: text) else {
                    throw PushRefusal(.badDeviceToken)
                }
                if let topic, let kind { _ = try registered(token, for: topic, kind.0) }
            }
        }
        reasons.note { () throws(PushRefusal) in try checkPayload(for: kind?.0) }
        return reasons.reasons
    }
}

/// The reasons of broken rules, each once.
private struct BrokenRules {
    private(set) var reasons: [APNsReason] = []

    /// What a rule makes of the push; nil, and its reason noted, if it is broken.
    @discardableResult
    mutating func note<Value>(_ rule: () throws(PushRefusal) -> Value) -> Value? {
        do throws(PushRefusal) {
            return try rule()
        } catch {
            if !reasons.contains(error.reason) { reasons.append(error.reason) }
            return nil
        }
    }
}

extension PushCheck.Right {
    /// The certificate, whose time is not looked at.
    private var certificate: ProviderCertificate? {
        guard case .certificate(let topics, let environments) = self else { return nil }
        return ProviderCertificate(topics: topics, environments: environments, time: 0...0)
    }

    /// The topic that a push without one has.
    fileprivate var defaultTopic: String? { certificate?.defaultTopic }

    fileprivate func check(
        for topic: String,
        of bundleID: String,
        in environment: PushEnvironment
    ) throws(PushRefusal) {
        let start = ServerTime(date: Timestamp(clamping: 0), uptime: .zero)
        try certificate?.check(for: topic, in: environment, at: start)
        guard case .key(let bundleIDs, let environments) = self else { return }
        guard environments.contains(environment) else {
            throw PushRefusal(.badEnvironmentKeyIDInToken)
        }
        try ConnectionRules.checkScope(bundleIDs, for: topic, of: bundleID)
    }
}
