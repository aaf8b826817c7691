// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SealedPush
import SealedPushCoding
public import SealedPushSender

/// A client for a sender, at the relays of its recipients' devices.
///
/// ```swift
/// let relays = try RelaySender(at: ["https://relay.example"])
/// let message = try sender.prepare(json)
/// // For each device, by the subscription that it gave to this sender:
/// let device = try await relays.target(at: subscription)
/// let sealed = try await sender.seal(message, for: device)
/// try await relays.post(sealed, to: subscription)
/// ```
///
/// `SubscriptionRule` reads the subscriptions that apps hand in. Devices sign them, and may name any
/// place as their endpoint, so only relays that are named here are asked. It keeps no state and
/// repeats no request. A device that has ended may have left a retirement, which
/// `Sender.learn(_:)` keeps (V-27).
public struct RelaySender: Sendable {
    /// The origins of relays that are asked; nil if the transport decides it.
    private let allowed: Set<WebOrigin>?
    private let key: VAPIDKey?
    private let http: any RelayHTTP
    private let clock: @Sendable () -> Timestamp
    private let keyRefused: @Sendable (WebOrigin) -> Void

    /// The public half of the key that signs requests, if one does.
    package var publicKey: [UInt8]? { key?.publicKey }

    /// The most that a relay's clock may be from this one for a refused signature to say something.
    private static let clockTolerance: Duration = .hours(1)

    /// Takes the relays that may be asked.
    ///
    /// - Parameters:
    ///   - relays: The public URLs of relays, as their operators have configured them: `https`, a
    ///     host in lower case, a port if it is not 443, and nothing else; `http` on this machine
    ///     only.
    ///   - key: The key that signs requests, if endpoints are bound to one.
    ///   - http: What sends requests.
    /// - Throws: ``RelayClientError/wrongURL``.
    public init(
        at relays: [String],
        key: VAPIDKey? = nil,
        http: any RelayHTTP = URLSessionHTTP()
    ) throws(RelayClientError) {
        var allowed: Set<WebOrigin> = []
        for relay in relays {
            guard let origin = WebOrigin(url: relay) else { throw .wrongURL }
            allowed.insert(origin)
        }
        self.init(at: allowed, key: key, http: http) { .system }
    }

    /// Takes a transport, which decides what is asked unless origins are named.
    ///
    /// - Parameters:
    ///   - allowed: The relays that are asked; nil if the transport decides it.
    ///   - key: The key that signs requests, if endpoints are bound to one.
    ///   - http: What sends requests.
    ///   - clock: The time of day.
    ///   - keyRefused: Is told of a relay that refuses the key, at each request.
    package init(
        at allowed: Set<WebOrigin>? = nil,
        key: VAPIDKey?,
        http: any RelayHTTP,
        clock: @escaping @Sendable () -> Timestamp,
        keyRefused: @escaping @Sendable (WebOrigin) -> Void = { _ in }
    ) {
        self.allowed = allowed
        self.key = key
        self.http = http
        self.clock = clock
        self.keyRefused = keyRefused
    }

    /// Fetches the prekeys of a device, to seal for it: each call may use one of its one-time
    /// prekeys.
    ///
    /// The subscription says whose device it is, so no list of the recipient's devices is asked.
    ///
    /// - Parameter subscription: The device's subscription.
    /// - Returns: The device, with its retirement if the relay has one.
    /// - Throws: ``EndpointFailure``.
    public func target(
        at subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) -> SealingTarget {
        try await target(at: subscription.address)
    }

    /// Fetches the prekeys of a device at an endpoint that it has signed, for one of the sender's
    /// recipients.
    package func target(
        at address: DeviceAddress,
        for recipient: Recipient = .untracked
    ) async throws(EndpointFailure) -> SealingTarget {
        // The envelope is sealed after it, so that a claim too many costs a prekey and nothing
        // else.
        let answer = try await ask(address, "/prekey", [:], [], isRepeatable: true)
        guard let root = try? JSONDocument(reading: answer).root,
            let bytes = root.bytes("bundle"),
            let bundle = try? DeviceBundle(reading: bytes.span)
        else { throw .refused }
        // A relay that answers with a device of its own gets nothing sealed to it (S-22).
        guard bundle.device == address.device else { throw .otherDevice }
        return SealingTarget(
            bundle,
            recipient: recipient,
            topic: address.topic,
            retirement: Self.retirement(in: root)
        )
    }

    /// Posts a message that was sealed for the device of a subscription.
    ///
    /// The relay has made it durable when this returns. After ``EndpointFailure/unanswered`` the
    /// same message may be posted again: a relay takes it once.
    ///
    /// - Throws: ``EndpointFailure``.
    public func post(
        _ sealed: SealedNotification,
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) {
        try await post(sealed, to: subscription.address)
    }

    /// Posts a message to an endpoint that its device has signed.
    package func post(
        _ sealed: SealedNotification,
        to address: DeviceAddress
    ) async throws(EndpointFailure) {
        // A relay pushes alerts, to the app and the device of the endpoint.
        guard sealed.kind == .alert, sealed.topic == address.topic,
            sealed.device == address.device
        else { throw .otherMessage }
        let left = sealed.expiry.timeSince1970 - clock().timeSince1970
        guard left > .zero else { throw .expired }
        try await post(
            sealed.envelope,
            seconds: max(1, left.components.seconds),
            isUrgent: sealed.priority == .immediate,
            topic: sealed.collapseID,
            to: address
        )
    }

    // MARK: - Requests

    /// Posts an envelope that may wait at the relay for so many seconds.
    package func post(
        _ envelope: [UInt8],
        seconds: Int64,
        isUrgent: Bool,
        topic: CollapseID,
        to address: DeviceAddress
    ) async throws(EndpointFailure) {
        let headers = [
            "Content-Type": "application/sealedpush",
            "TTL": "\(seconds)",
            "Urgency": isUrgent ? "high" : "low",
            "Topic": topic.text,
        ]
        // Each attempt is counted before it is made, so one is one.
        _ = try await ask(address, "", headers, envelope, isRepeatable: false)
    }

    /// Sends a `POST`, and gives the body of an answer that says it was served.
    private func ask(
        _ address: DeviceAddress,
        _ suffix: String,
        _ headers: [String: String],
        _ body: [UInt8],
        isRepeatable: Bool
    ) async throws(EndpointFailure) -> [UInt8] {
        let origin = address.origin
        var headers = headers
        if let key {
            guard let value = try? key.authorization(for: origin.text, at: clock()) else {
                throw .later(nil)
            }
            headers["Authorization"] = value
        }
        let answer = try await answer(
            to: "POST",
            address.endpoint + suffix,
            at: origin,
            headers,
            body,
            isRepeatable: isRepeatable
        )
        guard let failure = Self.failure(answer) else { return answer.body }
        // V-28
        if case .gone(let retirement?) = failure, retirement.device != address.device {
            throw .gone(nil)
        }
        if failure == .keyRefused {
            // A signature is for a time: the right key is refused if one of the clocks is wrong.
            if isFar(answer.date) { throw .wrongClock }
            keyRefused(origin)
        }
        throw failure
    }

    /// Sends a request to a relay that may be asked, and gives the answer, whatever its status.
    func answer(
        to method: String,
        _ url: String,
        at origin: WebOrigin,
        _ headers: [String: String],
        _ body: [UInt8] = [],
        isRepeatable: Bool,
        patience: Duration = .zero
    ) async throws(EndpointFailure) -> RelayAnswer {
        guard allowed?.contains(origin) != false else { throw .otherRelay }
        guard let url = URL(string: url) else { throw .refused }
        do {
            return try await http.send(
                RelayRequest(
                    method: method,
                    url: url,
                    origin: origin,
                    headers: headers,
                    body: body,
                    isRepeatable: isRepeatable,
                    patience: patience
                )
            )
        } catch let failure as EndpointFailure {
            throw failure
        } catch RelayClientError.malformedAnswer {
            throw .refused
        } catch {
            throw .unanswered
        }
    }

    private func isFar(_ date: String?) -> Bool {
        guard let date = date.flatMap(Timestamp.init(httpDate:)) else { return false }
        let difference = clock().timeSince1970 - date.timeSince1970
        return max(difference, .zero - difference) > Self.clockTolerance
    }

    /// The failure that an answer tells; nil if it says that the request was served.
    package static func failure(_ answer: RelayAnswer) -> EndpointFailure? {
        switch answer.status {
        case 200..<300: return nil
        case 410:
            let root = try? JSONDocument(reading: answer.body).root
            return .gone(root.flatMap(retirement(in:)))
        // Without a relay's word it may be of a proxy that is set up wrongly.
        case 404: return problem(answer.body) == "unknown" ? .gone(nil) : .later(nil)
        case 401 where problem(answer.body) == "vapid-required": return .keyRefused
        case 403 where problem(answer.body) == "vapid-refused": return .keyRefused
        case 409: return problem(answer.body) == "stale-prekey" ? .stalePrekey : .later(nil)
        case 408, 425, 429, 500...:
            return .later(answer.delay)
        default: return .refused
        }
    }

    /// The retirement in an answer; bytes that are no valid one count as none (V-28).
    private static func retirement(in root: JSONValue) -> DeviceIdentity.Retirement? {
        guard let bytes = root.bytes("retirement") else { return nil }
        return try? DeviceIdentity.Retirement(reading: bytes.span)
    }

    /// The name of the problem that an answer tells, of those that relays have.
    private static func problem(_ body: [UInt8]) -> Substring? {
        let prefix = "urn:sealedpush:problem:"
        let type = (try? JSONDocument(reading: body).root)?["type"]?.string
        return type.flatMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil }
    }
}

extension RelayAnswer {
    /// `Retry-After` in seconds, as relays have it.
    var delay: Duration? { retryAfter.flatMap { UInt32($0) }.map { .seconds(Int64($0)) } }
}

extension JSONValue {
    /// The bytes of a member in base64url.
    fileprivate func bytes(_ name: String) -> [UInt8]? {
        self[name]?.string.flatMap { try? Base64URL.decode(Array($0.utf8).span) }
    }
}
