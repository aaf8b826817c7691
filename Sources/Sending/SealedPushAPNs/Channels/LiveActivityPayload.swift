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
    public func start<Attributes: Encodable, State: Encodable>(
        _ type: String,
        attributes: Attributes,
        state: State,
        channel: APNsChannel? = nil
    ) throws(APNsError) -> [UInt8] {
        var aps = Aps<State, Attributes>(self, "start", state)
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
    public func update<State: Encodable>(to state: State) throws(APNsError) -> [UInt8] {
        try Aps<State, Never>(self, "update", state).payload()
    }

    /// The payload that ends an activity.
    ///
    /// - Parameters:
    ///   - state: What it shows at last.
    ///   - dismissal: When it goes from the screen; nil is when the system thinks fit, within four
    ///     hours.
    /// - Returns: The JSON.
    /// - Throws: ``APNsError/invalidPayload``, ``APNsError/payloadTooLarge(limit:)``.
    public func end<State: Encodable>(
        with state: State,
        dismissedAt dismissal: Timestamp? = nil
    ) throws(APNsError) -> [UInt8] {
        var aps = Aps<State, Never>(self, "end", state)
        aps.dismissal = dismissal?.seconds
        return try aps.payload()
    }
}

/// The member `aps`.
private struct Aps<State: Encodable, Attributes: Encodable>: Encodable {
    let timestamp: UInt64
    let event: String
    let state: State
    let alert: LiveActivityPayload.Alert?
    let staleDate: UInt64?
    let relevanceScore: Double?
    var attributesType: String?
    var attributes: Attributes?
    var channel: String?
    var token: Int?
    var dismissal: UInt64?

    private enum CodingKeys: String, CodingKey {
        case timestamp, event, attributes, alert
        case state = "content-state"
        case attributesType = "attributes-type"
        case channel = "input-push-channel"
        case token = "input-push-token"
        case staleDate = "stale-date"
        case relevanceScore = "relevance-score"
        case dismissal = "dismissal-date"
    }

    init(_ common: LiveActivityPayload, _ event: String, _ state: State) {
        self.event = event
        self.state = state
        timestamp = common.time.seconds
        alert = common.alert
        staleDate = common.staleDate?.seconds
        relevanceScore = common.relevanceScore
    }

    func payload() throws(APNsError) -> [UInt8] {
        var parts = [try JSONPayload.bytes(state)]
        if let attributes { parts.append(try JSONPayload.bytes(attributes)) }
        // Only objects can be what an app declares.
        guard parts.allSatisfy({ $0.first == UInt8(ascii: "{") }) else { throw .invalidPayload }
        guard parts.reduce(0, { $0 + $1.count }) <= LiveActivityPayload.stateLimit else {
            throw .payloadTooLarge(limit: LiveActivityPayload.stateLimit)
        }
        return try JSONPayload.bytes(["aps": self])
    }
}

extension Timestamp {
    fileprivate var seconds: UInt64 { milliseconds / 1000 }
}
