// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The payloads of pushes that start, update or end a live activity ("Starting and updating Live
/// Activities with ActivityKit push notifications").
///
/// What the app declares as its attributes and its content state is encoded as ActivityKit decodes
/// it: by a `JSONEncoder` without settings.
public struct LiveActivityPayload: Hashable, Sendable {
    /// How many bytes attributes and content state may have together.
    public static let stateLimit = 4096

    /// What the device shows and plays beside the activity.
    public struct Alert: Hashable, Sendable, Encodable {
        /// The title.
        public let title: String
        /// The text.
        public let body: String
        /// The name of a sound.
        public let sound: String?

        /// Takes an alert.
        public init(title: String, body: String, sound: String? = nil) {
            self.title = title
            self.body = body
            self.sound = sound
        }
    }

    /// When the state was so; of two updates the later counts.
    public var time: Timestamp
    /// From when the activity is shown as out of date.
    public var staleDate: Timestamp?
    /// How much it matters among the app's activities.
    public var relevanceScore: Double?
    /// What is shown and played beside.
    public var alert: Alert?

    /// Takes the time at which the state is so.
    public init(at time: Timestamp) {
        self.time = time
    }

    /// The payload that starts an activity, of the push type `liveactivity`, to a token for that.
    ///
    /// - Parameters:
    ///   - type: The name of the app's type of attributes.
    ///   - attributes: What does not change.
    ///   - state: What does.
    ///   - channel: The channel that the activity follows; nil where it has a token of its own.
    /// - Returns: The JSON.
    /// - Throws: ``APNsError/invalidPayload``, ``APNsError/payloadTooLarge(limit:)``.
    public func start(
        _ type: String,
        attributes: some Encodable,
        state: some Encodable,
        channel: APNsChannel? = nil
    ) throws(APNsError) -> [UInt8] {
        var aps = Aps(self, "start", state)
        aps.attributesType = type
        aps.attributes = attributes
        aps.channel = channel?.id
        // Without one the system gives no token for updates.
        aps.token = channel == nil ? 1 : nil
        return try aps.payload()
    }

    /// The payload that updates an activity.
    ///
    /// - Parameter state: What it shows from now on.
    /// - Returns: The JSON.
    /// - Throws: ``APNsError/invalidPayload``, ``APNsError/payloadTooLarge(limit:)``.
    public func update(to state: some Encodable) throws(APNsError) -> [UInt8] {
        try Aps(self, "update", state).payload()
    }

    /// The payload that ends an activity.
    ///
    /// - Parameters:
    ///   - state: What it shows at last.
    ///   - dismissal: When it goes from the screen; nil is when the system thinks fit, within four
    ///     hours.
    /// - Returns: The JSON.
    /// - Throws: ``APNsError/invalidPayload``, ``APNsError/payloadTooLarge(limit:)``.
    public func end(
        with state: some Encodable,
        dismissedAt dismissal: Timestamp? = nil
    ) throws(APNsError) -> [UInt8] {
        var aps = Aps(self, "end", state)
        aps.dismissal = dismissal
        return try aps.payload()
    }
}

/// The member `aps`.
private struct Aps: Encodable {
    let common: LiveActivityPayload
    let event: String
    let state: any Encodable
    var attributesType: String?
    var attributes: (any Encodable)?
    var channel: String?
    var token: Int?
    var dismissal: Timestamp?

    private enum Key: String, CodingKey {
        case timestamp, event, attributes, alert
        case state = "content-state"
        case attributesType = "attributes-type"
        case channel = "input-push-channel"
        case token = "input-push-token"
        case staleDate = "stale-date"
        case relevanceScore = "relevance-score"
        case dismissal = "dismissal-date"
    }

    init(_ common: LiveActivityPayload, _ event: String, _ state: any Encodable) {
        self.common = common
        self.event = event
        self.state = state
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(common.time.milliseconds / 1000, forKey: .timestamp)
        try container.encode(event, forKey: .event)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(attributesType, forKey: .attributesType)
        if let attributes { try container.encode(attributes, forKey: .attributes) }
        try container.encodeIfPresent(channel, forKey: .channel)
        try container.encodeIfPresent(token, forKey: .token)
        try container.encodeIfPresent(common.alert, forKey: .alert)
        try container.encodeIfPresent(seconds(common.staleDate), forKey: .staleDate)
        try container.encodeIfPresent(common.relevanceScore, forKey: .relevanceScore)
        try container.encodeIfPresent(seconds(dismissal), forKey: .dismissal)
    }

    func payload() throws(APNsError) -> [UInt8] {
        let parts = try [state, attributes].compactMap(\.self).map { value throws(APNsError) in
            try JSONPayload.bytes(value)
        }
        // Only objects can be what an app declares.
        guard parts.allSatisfy({ $0.first == UInt8(ascii: "{") }) else { throw .invalidPayload }
        guard parts.reduce(0, { $0 + $1.count }) <= LiveActivityPayload.stateLimit else {
            throw .payloadTooLarge(limit: LiveActivityPayload.stateLimit)
        }
        return try JSONPayload.bytes(["aps": self])
    }

    private func seconds(_ time: Timestamp?) -> UInt64? { time.map { $0.milliseconds / 1000 } }
}
