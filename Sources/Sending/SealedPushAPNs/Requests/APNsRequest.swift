// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport
public import SealedPushCoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A push, sealed or not, to a device or a channel; a push that APNs would refuse at sight cannot
/// be made.
public struct APNsRequest: Sendable {
    /// The time until which APNs tries to deliver.
    public enum Expiration: Hashable, Sendable {
        /// APNs tries once, and stores nothing.
        case once
        /// APNs stores the push until then, at most 30 days; the time is sent in whole seconds.
        case at(Timestamp)
    }

    /// The device; nil if the push is for a channel.
    public let device: APNsDeviceToken?
    /// The body.
    public var payload: [UInt8] { wire.payload }
    /// The id of the push, the same at each attempt.
    public var id: APNsID { wire.id }
    /// True if it is sent again, under the same id, if it was in flight when its connection
    /// broke or its stream was reset: it may have been delivered.
    ///
    /// The default is true for a push with a collapse id, as each sealed push has: no device shows
    /// it twice. If false, the result is `unanswered` at once.
    public var resendsUnanswered: Bool

    /// What goes over the connection.
    let wire: WireRequest

    /// Makes a request of a sealed push.
    ///
    /// - Parameters:
    ///   - push: The push that was sealed for the device.
    ///   - device: Where it goes.
    ///   - id: The id of the push, the same at each attempt.
    /// - Throws: ``APNsError`` for what APNs would refuse at sight.
    public init(
        _ push: OutgoingPush,
        to device: APNsDeviceToken,
        id: APNsID
    ) throws(APNsError) {
        let headers = push.headers
        guard let type = APNsPushType(rawValue: headers.pushType) else { throw .invalidPushType }
        let (milliseconds, isLater) = headers.expiration.multipliedReportingOverflow(by: 1000)
        let time = Timestamp(clamping: isLater ? .max : milliseconds)
        try self.init(
            push.payload,
            to: device,
            topic: headers.topic,
            type: type,
            priority: headers.priority,
            expiration: headers.expiration == 0 ? .once : .at(time),
            collapseID: headers.collapseID,
            id: id
        )
    }

    /// Takes any push.
    ///
    /// - Parameters:
    ///   - payload: The body, at most ``APNsPushType/byteLimit`` bytes.
    ///   - device: Where it goes.
    ///   - topic: The app's bundle id, with the suffix that the type asks for:
    ///     ``APNsPushType/topic(for:)``.
    ///   - type: What the push is for.
    ///   - priority: When it is delivered; a background push has
    ///     ``PushTransport/PushPriority/conserving``.
    ///   - expiration: The time until which it is delivered; nil lets APNs choose.
    ///   - collapseID: The id that pushes share if they replace each other, at most 64 bytes.
    ///   - id: The id of the push, the same at each attempt.
    /// - Throws: ``APNsError`` for what APNs would refuse at sight.
    public init(
        _ payload: [UInt8],
        to device: APNsDeviceToken,
        topic: String,
        type: APNsPushType,
        priority: PushPriority,
        expiration: Expiration? = nil,
        collapseID: String? = nil,
        id: APNsID
    ) throws(APNsError) {
        guard topic.isFieldValue(upTo: 255) else { throw .invalidTopic }
        guard type.takes(topic: topic) else { throw .wrongTopic(for: type) }
        if type == .background, priority != .conserving { throw .invalidPriority }
        if let collapseID, !collapseID.isFieldValue(upTo: 64) { throw .invalidCollapseID }
        guard !payload.isEmpty else { throw .emptyPayload }
        guard payload.count <= type.byteLimit else {
            throw .payloadTooLarge(limit: type.byteLimit)
        }
        self.device = device
        var options: [(name: FieldName, value: String)] = [
            (.topic, topic),
            (.pushType, type.rawValue),
            (.priority, String(priority.rawValue)),
        ]
        if let expiration { options.append(expiration.field) }
        if let collapseID { options.append((.collapseID, collapseID)) }
        wire = WireRequest(
            path: "/3/device/" + device.text,
            id: id,
            options: options,
            payload: payload
        )
        resendsUnanswered = collapseID != nil
    }

    /// Takes a push to all devices that follow a channel, which updates or ends their live
    /// activity.
    ///
    /// - Parameters:
    ///   - payload: The body, at most ``APNsChannel/byteLimit`` bytes (``LiveActivityPayload``).
    ///   - channel: The channel.
    ///   - app: Whose channel it is.
    ///   - priority: When it is delivered.
    ///   - expiration: Until when; ``Expiration/once`` for a channel that stores nothing.
    ///   - id: The id of the push, the same at each attempt.
    /// - Throws: ``APNsError`` for what APNs would refuse at sight.
    public init(
        broadcasting payload: [UInt8],
        on channel: APNsChannel,
        of app: APNsChannel.App,
        priority: PushPriority,
        expiration: Expiration,
        id: APNsID
    ) throws(APNsError) {
        guard !payload.isEmpty else { throw .emptyPayload }
        guard payload.count <= APNsChannel.byteLimit else {
            throw .payloadTooLarge(limit: APNsChannel.byteLimit)
        }
        device = nil
        wire = WireRequest(
            path: "/4/broadcasts/apps/" + app.bundleID,
            idName: .requestID,
            id: id,
            options: [
                (.channelID, channel.id),
                (.pushType, APNsPushType.liveActivity.rawValue),
                (.priority, String(priority.rawValue)),
                expiration.field,
            ],
            payload: payload
        )
        resendsUnanswered = false
    }
}

extension APNsRequest: Redacted {
    /// Names the id and the size; the content is never printed.
    public var description: String { "APNsRequest \(id) of \(payload.count) bytes" }
}

extension APNsRequest.Expiration {
    /// The header.
    fileprivate var field: (name: FieldName, value: String) {
        switch self {
        case .once: (.expiration, "0")
        // Zero would mean once.
        case .at(let time): (.expiration, String(max(1, time.milliseconds / 1000)))
        }
    }
}

extension String {
    /// Whether it can be the value of a header: visible ASCII, so that nothing can split the header
    /// in two.
    fileprivate func isFieldValue(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The payload of a push as a value that encodes itself, such as a struct of the app's server.
package enum JSONPayload {
    /// Encodes what has `aps` and all else, for ``APNsRequest`` to take.
    ///
    /// - Parameter value: What is encoded as JSON.
    /// - Returns: The payload.
    /// - Throws: ``APNsError/invalidPayload`` if it can't be encoded.
    package static func bytes(_ value: some Encodable) throws(APNsError) -> [UInt8] {
        do { return Array(try JSONEncoder().encode(value)) } catch { throw .invalidPayload }
    }
}
