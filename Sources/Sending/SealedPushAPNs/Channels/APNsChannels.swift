// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport
import SealedPushCoding

/// A channel, by which one push reaches all devices that follow it: for live activities alone
/// ("Setting up broadcast push notifications").
public struct APNsChannel: Hashable, Sendable {
    /// The limit in bytes for the payload of a push to a channel.
    public static let byteLimit = 5120
    /// The limit of channels of an app in each environment.
    public static let countLimit = 10_000

    /// The storage of a channel for devices that are offline.
    ///
    /// It cannot be changed.
    public enum Storage: Int, CaseIterable, Hashable, Sendable {
        /// Nothing: for frequent updates, of which APNs takes more then.
        case nothing = 0
        /// It stores the latest for up to eight hours.
        case latest = 1
    }

    /// The app that channels belong to.
    public struct App: Hashable, Sendable {
        /// Its bundle id.
        public let bundleID: String

        /// Takes a bundle id: letters, digits, hyphens and dots, at most 255, without a suffix.
        ///
        /// - Throws: ``APNsError/invalidTopic``.
        public init(_ bundleID: String) throws(APNsError) {
            guard (1...255).contains(bundleID.utf8.count),
                bundleID.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E })
            else { throw .invalidTopic }
            self.bundleID = bundleID
        }
    }

    /// Its id as APNs gave it: base64 of any length.
    public let id: String

    /// Takes the id of a channel.
    ///
    /// - Throws: ``APNsError/invalidChannel`` for what is no base64, or longer than 1,024 bytes.
    public init(_ id: String) throws(APNsError) {
        guard (1...1024).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0.isLetterOrDigit || [0x2B, 0x2F, 0x3D].contains($0) })
        else { throw .invalidChannel }
        self.id = id
    }
}

/// The channels of an app, as APNs keeps them ("Sending channel management requests to APNs").
///
///     let client = try APNsClient(APNsConfiguration(channelsIn: .production), tokens: key)
///     let channels = APNsChannels(of: try APNsChannel.App("com.example.app"), by: client)
///     let made = try await channels.create(storing: .latest)
///     // .done(channel): share channel.id with the app
///
/// Channels are managed on servers of their own. A push to a channel goes to the usual servers
/// (``APNsRequest/init(broadcasting:on:of:priority:expiration:id:)``).
public struct APNsChannels: Sendable {
    /// The result of a request.
    public enum Result<Value: Hashable & Sendable>: Hashable, Sendable {
        /// It is done.
        case done(Value)
        /// It was not done, or that is unknown. Repeat the request after the delay.
        case retry(after: Duration, because: RetryCause<APNsRejection>)
        /// APNs rejected it, and would again. At best a correction helps.
        case rejected(APNsRejection)
    }

    private let app: APNsChannel.App
    private let client: APNsClient

    /// Takes an app, and a client of the servers that manage channels.
    public init(of app: APNsChannel.App, by client: APNsClient) {
        self.app = app
        self.client = client
    }

    /// Makes a channel.
    ///
    /// If the answer is lost, an unknown channel may exist, which ``all()`` shows.
    ///
    /// - Parameter storage: What is stored for devices that are offline.
    /// - Returns: The channel.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func create(
        storing storage: APNsChannel.Storage
    ) async throws(CancellationError) -> Result<APNsChannel> {
        let payload = JSONWriter.object { object in
            object.add("message-storage-policy", storage.rawValue)
            object.add("push-type", "LiveActivity")
        }
        let request = request(.post, "channels", payload, acceptance: 201)
        return try await send(request) { receipt in try? APNsChannel(receipt) }
    }

    /// Reads what a channel stores.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The storage that was chosen when the channel was made.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func storage(
        of channel: APNsChannel
    ) async throws(CancellationError) -> Result<APNsChannel.Storage> {
        let request = request(.get, "channels", on: channel, receipt: .body(upTo: 4096))
        return try await send(request) { receipt in
            let root = try? JSONDocument(reading: Array(receipt.utf8)).root
            return root?["message-storage-policy"]?.integer.flatMap(APNsChannel.Storage.init)
        }
    }

    /// Deletes a channel for ever; a stored push may still be delivered.
    ///
    /// The client does not repeat it. If the connection breaks, the result is `retry`, as
    /// `unanswered`; if the second request then ends with ``APNsReason/channelNotRegistered``, the
    /// first one has worked.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The channel.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func delete(
        _ channel: APNsChannel
    ) async throws(CancellationError) -> Result<APNsChannel> {
        let request = request(.delete, "channels", on: channel, acceptance: 204)
        return try await send(request) { _ in channel }
    }

    /// Lists the app's channels.
    ///
    /// - Returns: All of them.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func all() async throws(CancellationError) -> Result<[APNsChannel]> {
        // 10,000 ids of some hundred bytes.
        let request = request(.get, "all-channels", receipt: .body(upTo: 1 << 22))
        return try await send(request) { receipt in
            let root = try? JSONDocument(reading: Array(receipt.utf8)).root
            return root?["channels"]?.elements.flatMap { elements in
                let channels = elements.compactMap { $0.string.flatMap { try? APNsChannel($0) } }
                return channels.count == elements.count ? channels : nil
            }
        }
    }

    private func request(
        _ method: WireRequest.Method,
        _ path: String,
        _ payload: [UInt8] = [],
        on channel: APNsChannel? = nil,
        acceptance: Int = 200,
        receipt: WireRequest.Receipt = .header("apns-channel-id")
    ) -> WireRequest {
        WireRequest(
            method: method,
            path: "/1/apps/\(app.bundleID)/\(path)",
            idName: .requestID,
            id: APNsID(),
            options: channel.map { [(.channelID, $0.id)] } ?? [],
            payload: payload,
            acceptance: acceptance,
            receipt: receipt
        )
    }

    private func send<Value>(
        _ request: WireRequest,
        reading read: (String) -> Value?
    ) async throws(CancellationError) -> Result<Value> {
        // A channel that was made or deleted may be so already: the answer to a second request
        // would be wrong for the first.
        let resends = request.method == .get
        switch try await client.send(request, resendsUnanswered: resends) {
        case .accepted(_, let receipt):
            // An answer that can't be read says nothing of what was done.
            return read(receipt ?? "").map { .done($0) }
                ?? .retry(after: RetryRule.pause, because: .unanswered)
        case .retry(let delay, let cause): return .retry(after: delay, because: cause)
        case .rejected(let rejection): return .rejected(rejection)
        // No request here is about a device.
        case .deviceGone: return .retry(after: RetryRule.pause, because: .unanswered)
        }
    }
}

extension APNsConfiguration {
    /// Takes the servers that manage the channels of one of Apple's services.
    public init(channelsIn environment: PushEnvironment) {
        switch environment {
        case .production: self.init(host: "api-manage-broadcast.push.apple.com", port: 2196)
        case .sandbox: self.init(host: "api-manage-broadcast.sandbox.push.apple.com", port: 2195)
        }
    }
}
