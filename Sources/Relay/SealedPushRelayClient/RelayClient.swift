// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SealedPush
import SealedPushCoding

/// A client for an app's device at a relay.
///
/// ```swift
/// let client = try RelayClient("https://relay.example")
/// let device = try await client.register(
///     app: "chat", token: token, bundle: keys.bundle(at: now), invitation: invitation)
/// // The relay pushes a code to the token.
/// try await client.activate(device, answering: activation, by: keys.possessionProof)
/// let endpoint = try await client.makeEndpoint(of: device, for: .key(vapid))
/// let subscription = try keys.subscription(at: endpoint.url, for: sender, as: recipient)
/// ```
///
/// It keeps no state and repeats no request: an app does what is due at its next start, or after
/// ``RelayClientError/problem(_:status:retryAfter:)`` says so.
public struct RelayClient: Sendable {
    /// The relay's public URL, without a slash at its end: what possession proofs name.
    public var origin: String { place.text }
    let place: WebOrigin
    private let http: any RelayHTTP

    /// The environment of the push service.
    public enum Environment: String, Hashable, Sendable {
        /// Apps from the App Store and TestFlight.
        case production
        /// Apps that were installed from Xcode.
        case sandbox
    }

    /// The senders that may use an endpoint.
    public enum EndpointAccess: Hashable, Sendable {
        /// The sender with this VAPID key, an uncompressed point of P-256.
        case key([UInt8])
        /// The sender whose VAPID key signs the first request.
        ///
        /// It is for pairings: until that request ``Pairings/maintain()`` ends such an endpoint if
        /// none of them has it.
        case firstKey
        /// Any sender that knows the URL.
        case anyone
    }

    /// Takes a relay's public URL, as the relay's operator has configured it: `https`, a host in
    /// lower case, a port if it is not 443, and nothing else; `http` on this machine only.
    ///
    /// - Throws: ``RelayClientError/wrongURL``.
    public init(
        _ url: String,
        http: any RelayHTTP = URLSessionHTTP()
    ) throws(RelayClientError) {
        guard let origin = WebOrigin(url: url) else { throw .wrongURL }
        place = origin
        self.http = http
    }

    // MARK: - Registration

    /// Registers a device, which receives after its activation.
    ///
    /// If the answer is lost, the invitation may be used: the app asks its own server for another
    /// one.
    ///
    /// - Throws: ``RelayClientError``.
    public func register(
        app: String,
        environment: Environment = .production,
        token: [UInt8],
        bundle: DeviceBundle,
        invitation: String? = nil
    ) async throws(RelayClientError) -> RelayRegistration {
        let body = JSONWriter.object { body in
            body.add("app", app)
            body.add("environment", environment.rawValue)
            body.add("token", Hex.encode(token.span))
            body.add("bundle", base64URL: bundle.bytes.span)
            if let invitation { body.add("invitation", invitation) }
        }
        let answer = try await object("POST", "/v1/devices", nil, .json(body))
        return RelayRegistration(
            device: try answer.text("device"),
            credential: try answer.text("credential")
        )
    }

    /// Makes a possession proof for a purpose, an origin, a device's name there and a nonce.
    public typealias Prover = (
        _ purpose: DeviceIdentity.PossessionPurpose,
        _ origin: String,
        _ device: String,
        _ nonce: [UInt8]
    ) throws -> DeviceIdentity.PossessionProof

    /// Answers a code that the relay has pushed, by a possession proof of the device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - activation: The code.
    ///   - prove: Makes the proof.
    /// - Returns: Whether it was answered: not if the code is another relay's or for another
    ///   device.
    /// - Throws: ``RelayClientError``, or what `prove` throws.
    public func activate(
        _ device: RelayRegistration,
        answering activation: RelayActivation,
        by prove: Prover
    ) async throws -> Bool {
        // V-23
        guard activation.origin == origin, activation.device == device.device else { return false }
        let proof = try prove(.activation, origin, device.device, activation.code)
        let body = JSONWriter.object { $0.add("proof", base64URL: proof.bytes.span) }
        _ = try await send("POST", path(device, "/activation"), device, .json(body))
        return true
    }

    /// Asks for another code: as an alert if the last one was not answered for 20 seconds.
    ///
    /// - Throws: ``RelayClientError``.
    public func retryActivation(_ device: RelayRegistration) async throws(RelayClientError) {
        _ = try await send("POST", path(device, "/activation/retry"), device)
    }

    /// Tells the relay the push token, as an app does at each start.
    ///
    /// - Returns: Whether it serves; if not, a code is pushed to it.
    /// - Throws: ``RelayClientError``.
    public func register(
        token: [UInt8],
        of device: RelayRegistration
    ) async throws(RelayClientError) -> Bool {
        let body = JSONWriter.object { $0.add("token", Hex.encode(token.span)) }
        return try await send("PUT", path(device, "/token"), device, .json(body)).status == 204
    }

    /// The status of the device.
    ///
    /// - Throws: ``RelayClientError``.
    public func status(
        of device: RelayRegistration
    ) async throws(RelayClientError) -> RelayDeviceStatus {
        let answer = try await object("GET", path(device), device)
        guard let state = RelayDeviceStatus.State(rawValue: try answer.text("state")),
            let isPending = answer["activationPending"]?.bool,
            let wanted = answer["wanted"]?.integer
        else { throw .malformedAnswer }
        return RelayDeviceStatus(
            state: state,
            isActivationPending: isPending,
            wantedPrekeys: wanted
        )
    }

    /// Ends the device at the relay for ever.
    ///
    /// Nothing is pushed to it any more, what waits is dropped, and its senders are told. Hand in
    /// its retirement first, so that they get that, too.
    ///
    /// - Throws: ``RelayClientError``.
    public func retire(_ device: RelayRegistration) async throws(RelayClientError) {
        _ = try await send("DELETE", path(device), device)
    }

    /// Hands in the device's retirement, which its senders get beside the bundle.
    ///
    /// They never seal to the device again. What waits at the relay still arrives. The statement is
    /// enough: neither the device nor its credential is needed, so a lost phone's is handed in by
    /// the owner of its backup.
    ///
    /// - Parameters:
    ///   - retirement: The statement.
    ///   - name: The device's name at the relay (``RelayRegistration/device``).
    /// - Throws: ``RelayClientError``.
    public func publish(
        _ retirement: DeviceIdentity.Retirement,
        of name: String
    ) async throws(RelayClientError) {
        _ = try await send("PUT", path(name, "/retirement"), nil, .bytes(retirement.bytes))
    }

    /// Replaces a credential that the app has lost, by a possession proof.
    ///
    /// - Parameters:
    ///   - name: The device's name at the relay.
    ///   - prove: Makes the proof.
    /// - Returns: The device with its new credential.
    /// - Throws: ``RelayClientError``, or what `prove` throws.
    public func recover(
        device name: String,
        by prove: Prover
    ) async throws -> RelayRegistration {
        let text = try await object("GET", path(name, "/challenge"), nil).text("challenge")
        guard let nonce = try? Base64URL.decode(Array(text.utf8).span),
            nonce.count == DeviceIdentity.PossessionProof.Challenge.nonceCount
        else { throw RelayClientError.malformedAnswer }
        let proof = try prove(.credential, origin, name, nonce)
        let body = JSONWriter.object { $0.add("proof", base64URL: proof.bytes.span) }
        let answer = try await object("PUT", path(name, "/credential"), nil, .json(body))
        return RelayRegistration(device: name, credential: try answer.text("credential"))
    }

    // MARK: - Prekeys

    /// Publishes the device's bundle, with one reusable prekey.
    ///
    /// - Throws: ``RelayClientError``.
    public func publish(
        _ bundle: DeviceBundle,
        of device: RelayRegistration
    ) async throws(RelayClientError) {
        _ = try await send("PUT", path(device, "/bundle"), device, .bytes(bundle.bytes))
    }

    /// Replaces the device's one-time prekeys, 100 at most.
    ///
    /// - Throws: ``RelayClientError``.
    public func replaceStock(
        by records: [PrekeyRecord],
        of device: RelayRegistration
    ) async throws(RelayClientError) {
        let bytes = records.flatMap(\.bytes)
        _ = try await send("PUT", path(device, "/stock"), device, .bytes(bytes))
    }

    // MARK: - Endpoints

    /// Makes an endpoint for one sender.
    ///
    /// - Throws: ``RelayClientError``; ``RelayClientError/malformedAnswer`` also if the URL is of
    ///   another relay, since the device signs it.
    public func makeEndpoint(
        of device: RelayRegistration,
        for access: EndpointAccess
    ) async throws(RelayClientError) -> RelayEndpoint {
        let body = JSONWriter.object { body in
            switch access {
            case .key(let key): body.add("vapid", base64URL: key.span)
            case .firstKey: body.add("firstKey", true)
            case .anyone: body.add("unbound", true)
            }
        }
        let answer = try await object("POST", path(device, "/endpoints"), device, .json(body))
        let url = try answer.text("endpoint")
        let id = try answer.text("id")
        guard url.hasPrefix(origin + "/"), Self.isName(id) else { throw .malformedAnswer }
        return RelayEndpoint(id: id, url: url)
    }

    /// The ids of the endpoints that were not deleted.
    ///
    /// - Throws: ``RelayClientError``.
    public func endpoints(
        of device: RelayRegistration
    ) async throws(RelayClientError) -> [String] {
        let answer = try await object("GET", path(device, "/endpoints"), device)
        guard let list = answer["endpoints"]?.elements else { throw .malformedAnswer }
        return list.compactMap { $0["id"]?.string }
    }

    /// The ids of the endpoints that wait for their sender's key (``EndpointAccess/firstKey``).
    ///
    /// - Throws: ``RelayClientError``.
    func unboundEndpoints(
        of device: RelayRegistration
    ) async throws(RelayClientError) -> [String] {
        let answer = try await object("GET", path(device, "/endpoints"), device)
        guard let list = answer["endpoints"]?.elements else { throw .malformedAnswer }
        return list.compactMap { $0["firstKey"]?.bool == true ? $0["id"]?.string : nil }
    }

    /// Ends an endpoint; its sender is told.
    ///
    /// - Throws: ``RelayClientError``.
    public func deleteEndpoint(
        _ id: String,
        of device: RelayRegistration
    ) async throws(RelayClientError) {
        _ = try await send("DELETE", path(device, "/endpoints/" + Self.name(id)), device)
    }

    /// Has the relay push a placeholder.
    ///
    /// - Throws: ``RelayClientError``.
    public func pushTest(to device: RelayRegistration) async throws(RelayClientError) {
        _ = try await send("POST", path(device, "/test"), device)
    }

    // MARK: - Requests

    enum Body {
        case json([UInt8])
        case bytes([UInt8])
    }

    func path(
        _ device: RelayRegistration,
        _ end: String = ""
    ) throws(RelayClientError) -> String {
        try path(device.device, end)
    }

    private func path(_ device: String, _ end: String) throws(RelayClientError) -> String {
        try "/v1/devices/" + Self.name(device) + end
    }

    /// A name that a relay gave, which leads nowhere else in a path.
    private static func name(_ text: String) throws(RelayClientError) -> String {
        guard isName(text) else { throw .wrongName }
        return text
    }

    private static func isName(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return isAllowed && (1...255).contains(text.utf8.count)
    }

    /// The longest pause that a relay can ask for: a day.
    private static let longestPause: Int64 = 86_400

    private func object(
        _ method: String,
        _ path: String,
        _ device: RelayRegistration?,
        _ body: Body? = nil
    ) async throws(RelayClientError) -> JSONValue {
        let answer = try await send(method, path, device, body)
        guard let root = try? JSONDocument(reading: answer.body).root, root.kind == .object else {
            throw .malformedAnswer
        }
        return root
    }

    /// Sends a request, and throws what is no success.
    func send(
        _ method: String,
        _ path: String,
        _ device: RelayRegistration?,
        _ body: Body? = nil,
        headers: [String: String] = [:]
    ) async throws(RelayClientError) -> RelayAnswer {
        guard let url = URL(string: origin + path) else { throw .malformedAnswer }
        var headers = headers
        if let device { headers["Authorization"] = "Bearer \(device.credential)" }
        var bytes: [UInt8] = []
        switch body {
        case .json(let json): (bytes, headers["Content-Type"]) = (json, "application/json")
        case .bytes(let raw): (bytes, headers["Content-Type"]) = (raw, "application/octet-stream")
        case nil: break
        }
        let answer: RelayAnswer
        do {
            answer = try await http.send(
                RelayRequest(
                    method: method,
                    url: url,
                    origin: place,
                    headers: headers,
                    body: bytes
                )
            )
        } catch RelayClientError.malformedAnswer {
            throw .malformedAnswer
        } catch {
            throw .unreachable
        }
        guard !(200...299).contains(answer.status) else { return answer }
        let type = try? JSONDocument(reading: answer.body).root["type"]?.string
        throw .problem(
            type?.split(separator: ":").last.map(String.init) ?? "",
            status: answer.status,
            retryAfter: answer.retryAfter.flatMap { Int64($0) }
                .map { .seconds(min(max($0, 0), Self.longestPause)) }
        )
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws(RelayClientError) -> String {
        guard let text = self[name]?.string else { throw .malformedAnswer }
        return text
    }
}
