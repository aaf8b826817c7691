// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import ServerStore

/// What a sender asks at an endpoint: the device's bundle, a one-time prekey, a push; in the shape
/// of RFC 8030.
package final class SenderRoutes: Sendable {
    private let store: any RelayStore
    private let url: PublicURL
    private let gate: RegistrationGate
    private let secrets: RelaySecrets
    private let queued: @Sendable () -> Void
    private let limits: RelayLimits
    private let ids: OutboxIDs

    /// The media type of an envelope.
    package static let mediaType = "application/sealedpush"

    /// - Parameters:
    ///   - store: Where devices and messages are.
    ///   - url: Where the world reaches the relay.
    ///   - gate: Which apps are served.
    ///   - limits: What the store allows, which senders are told.
    ///   - secrets: The keys of the names of messages in URLs.
    ///   - queued: Is told that there is something for the workers; it must return at once.
    package init(
        store: any RelayStore,
        url: PublicURL,
        gate: RegistrationGate,
        limits: RelayLimits,
        secrets: RelaySecrets,
        queued: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.url = url
        self.gate = gate
        self.limits = limits
        self.secrets = secrets
        self.queued = queued
        ids = OutboxIDs(store)
    }

    /// Adds the routes.
    func add(to router: some RouterMethods<RelayContext>) {
        router.get("e/:endpoint") { [self] in try await bundle($0, $1) }
        router.post("e/:endpoint/prekey") { [self] in try await prekey($0, $1) }
        router.post("e/:endpoint") { [self] in try await post($0, $1) }
        router.delete("m/:message") { [self] in try await withdraw($1) }
    }

    // MARK: - Requests

    /// The device's bundle, which changes when the device rotates.
    private func bundle(_ request: Request, _ context: RelayContext) async throws -> Response {
        let endpoint = try await destination(request, context).endpoint
        let (published, retirement) = try await store.read { transaction in
            let device = endpoint.device
            return (try transaction.published(of: device), try transaction.retirement(of: device))
        }
        let body = offer(published?.bundle, retirement)
        let tag = "\"\(Base64URL.encode(SHA256.hash(body.span).span))\""
        var response = Response(bytes: body, mediaType: "application/json")
        response.headers[.cacheControl] = "private, max-age=3600"
        response.headers[.eTag] = tag
        if request.headers[.ifNoneMatch].map({ $0.contains(tag) || $0 == "*" }) == true {
            response.status = .notModified
            response.headers[.contentType] = nil
            response.body = ResponseBody()
        }
        return response
    }

    /// The bundle with a one-time prekey beside the reusable one, as long as there are any.
    private func prekey(_ request: Request, _ context: RelayContext) async throws -> Response {
        let endpoint = try await destination(request, context).endpoint
        let (claim, published, retirement) = try await store.write { transaction in
            let device = endpoint.device
            return (
                try transaction.claim(for: endpoint.id), try transaction.published(of: device),
                try transaction.retirement(of: device)
            )
        }
        let bundle = try published.map { try $0.bundle(with: claim) }
        return Response(bytes: offer(bundle, retirement), mediaType: "application/json")
    }

    /// Takes an envelope; it is durable when this is answered.
    private func post(_ request: Request, _ context: RelayContext) async throws -> Response {
        // What is wrong with the endpoint is told before what is wrong with the message.
        let posted: Result<PostedMessage, any Error>
        do {
            posted = .success(try await message(in: request))
        } catch {
            posted = .failure(error)
        }
        let asked = (try? posted.get()).map { Destination.Message($0.envelope.prekeyID, $0.hash) }
        let destination = try await destination(request, context, for: asked)
        let message = try posted.get()
        guard destination.takesMessage else { throw Problem.stalePrekey }
        let submission = Submission(
            id: try await ids.next(),
            endpoint: destination.endpoint.id,
            envelope: message.envelope,
            hash: message.hash,
            options: message.options
        )
        switch try await store.accept([submission]).first {
        case .queued:
            queued()
            return created(submission.id, message.options.lifetime.seconds)
        case .repeated(let id): return created(id, try await remaining(of: id))
        case .limited(let limit): throw Problem.limit(limit)
        case .ended:
            throw Problem.gone(try await retirement(of: destination.endpoint))
        case nil: throw Problem.unavailable
        }
    }

    /// Takes a message back, if no worker has it.
    private func withdraw(_ context: RelayContext) async throws -> Response {
        let text = context.parameters.get("message") ?? ""
        guard let handle = MessageHandle(text: text, key: secrets.handles) else {
            throw Problem.unknown
        }
        try await store.write { try $0.withdraw(handle.id) }
        return .empty()
    }

    // MARK: - Parts

    /// The endpoint of a request, if the request may use it, and what becomes of its message.
    private func destination(
        _ request: Request,
        _ context: RelayContext,
        for message: Destination.Message? = nil
    ) async throws -> Destination {
        let text = context.parameters.get("endpoint") ?? ""
        guard let capability = Capability(text: text),
            let found = try await store.destinations(
                of: [Destination.Request(capability.digest, message)]
            ).first ?? nil
        else { throw Problem.unknown }
        switch found.reach {
        case .open: break
        case .gone: throw Problem.gone(try await retirement(of: found.endpoint))
        case .unknown: throw Problem.unknown
        }
        try await authorize(request, found)
        // Nothing would push it, until the operator names the app again.
        guard gate.policy(of: found.app) != nil else { throw Problem.unavailable }
        return found
    }

    /// Holds a request against the key that its endpoint has; the first one may bring it.
    private func authorize(_ request: Request, _ found: Destination) async throws {
        let endpoint = found.endpoint
        guard endpoint.sender != .anyone else { return }
        guard let text = request.headers[.authorization] else { throw Problem.vapidRequired }
        guard let token = VAPIDToken(reading: text),
            token.isValid(for: endpoint.sender.key ?? token.key, at: url, now: found.time)
        else { throw Problem.vapidRefused }
        guard endpoint.sender == .firstKey else { return }
        let sender = try await store.write { try $0.bind(endpoint.id, to: token.key) }
        guard sender?.key == token.key else { throw Problem.vapidRefused }
    }

    /// The message of a request.
    private func message(in request: Request) async throws -> PostedMessage {
        try request.require(Self.mediaType)
        let options: DeliveryOptions
        do {
            options = try DeliveryOptions(
                ttl: request.headers[.ttl],
                urgency: request.headers[.urgency],
                topic: request.headers[.topic]
            )
        } catch {
            throw Problem.wrongHeader(error)
        }
        let bytes = try await request.bytes(upTo: EnvelopeLayout.maximumCount)
        do {
            let envelope = try Envelope(reading: bytes)
            return PostedMessage(envelope: envelope, hash: envelope.hash, options: options)
        } catch {
            throw Problem.notAnEnvelope
        }
    }

    /// How many seconds a message still has that was accepted before: none if it was sent, or has
    /// one attempt.
    private func remaining(of id: OutboxID) async throws -> Int64 {
        let (expires, now) = try await store.read { (try $0.expiry(of: id), $0.now) }
        guard let expires else { return 0 }
        let left = expires.timeSince1970 - now.timeSince1970
        return max(0, left.components.seconds)
    }

    private func retirement(
        of endpoint: Endpoint
    ) async throws(ServerStoreError) -> DeviceIdentity.Retirement? {
        try await store.read { try $0.retirement(of: endpoint.device) }
    }

    private func created(_ id: OutboxID, _ lifetime: Int64) -> Response {
        let handle = MessageHandle(id, key: secrets.handles)
        return Response(
            status: .created,
            headers: [
                .location: url.message(handle), .ttl: "\(lifetime)",
                .cacheControl: "no-store",
            ]
        )
    }

    /// What a sender is told of the device: its bundle, unless its app hands that out, its
    /// retirement, if there is one, and the limits.
    private func offer(
        _ bundle: [UInt8]?,
        _ retirement: DeviceIdentity.Retirement?
    ) -> [UInt8] {
        JSONWriter.object { object in
            if let bundle { object.add("bundle", base64URL: bundle.span) }
            if let retirement { object.add("retirement", base64URL: retirement.bytes.span) }
            object.object("limits") { limits in
                limits.add("queued", self.limits.queuedPerEndpoint)
                limits.add("acceptedPerDay", self.limits.acceptedPerDay)
                limits.add("prekeysPerDay", self.limits.claimsPerDay)
                limits.add("bytes", EnvelopeLayout.maximumCount)
            }
        }
    }
}

/// An envelope with its hash, which is computed once, and what its sender asks for.
private struct PostedMessage {
    let envelope: Envelope
    let hash: EnvelopeHash
    let options: DeliveryOptions
}

/// Names for new messages, of which a block at a time is taken from the store.
private actor OutboxIDs {
    private let store: any RelayStore
    private var block: ClosedRange<Int64>?

    init(_ store: any RelayStore) { self.store = store }

    /// A name that no other message has.
    func next() async throws(ServerStoreError) -> OutboxID {
        // Calls that meet while a block is fetched fetch one each; the rest of the others is lost,
        // which harms nothing.
        while true {
            guard let block else {
                block = try await store.write { try $0.reserveIDs() }
                continue
            }
            let first = block.lowerBound
            self.block = first < block.upperBound ? first + 1...block.upperBound : nil
            return OutboxID(first)
        }
    }
}

extension PublishedPrekeys {
    /// The bundle with a one-time prekey that was claimed beside its own.
    fileprivate func bundle(with claim: PrekeyStock.Claim?) throws -> [UInt8] {
        guard let claim else { return bundle }
        let own = try DeviceBundle(reading: bundle.span)
        let record = try PrekeyRecord(reading: claim.record.span, of: own.device)
        return try DeviceBundle(device: own.device, records: own.records + [record]).bytes
    }
}

extension DeliveryOptions.Lifetime {
    /// The value of `TTL` in the answer.
    fileprivate var seconds: Int64 {
        switch self {
        case .once: 0
        case .until(let duration): duration.components.seconds
        }
    }
}

extension HTTPField.Name {
    static let ttl = known("TTL")
    static let urgency = known("Urgency")
    static let topic = known("Topic")
    static let referrerPolicy = known("Referrer-Policy")

    static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("a header's name is a token") }
        return name
    }
}
