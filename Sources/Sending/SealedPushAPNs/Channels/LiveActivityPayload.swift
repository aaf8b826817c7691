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
/// A `JSONEncoder` without settings encodes the app's attributes and content state, as ActivityKit
/// decodes them.
public struct LiveActivityPayload: Hashable, Sendable {
    /// The limit in bytes of attributes and content state together.
    public static let stateLimit = 4096

    /// The alert that the device shows and plays with an activity.
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

    /// The time of the state.
    ///
    /// Of two updates the later counts.
    public var time: Timestamp
    /// The time from which the activity is shown as out of date.
    public var staleDate: Timestamp?
    /// The activity's rank among the app's activities.
    public var relevanceScore: Double?
    /// The alert that goes with it.
    public var alert: Alert?

    /// Makes a payload for a state as of `time`.
    public init(at time: Timestamp) {
        self.time = time
    }

    /// The payload that starts an activity, of the push type `liveactivity`, to a token for that.
    ///
    /// - Parameters:
    ///   - type: The name of the app's type of attributes.
    ///   - attributes: The part that does not change.
    ///   - state: The part that changes.
    ///   - channel: The channel that the activity follows; nil if it has a token of its own.
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
    ///   - dismissal: The time at which the activity leaves the screen; nil lets the system choose,
    ///     within four hours.
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
