// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding
import SealedPushOpenSSL

/// A device makes an endpoint for each sender, and ends it.
extension DeviceRoutes {
    /// Makes an endpoint for the sender with a VAPID key, or for the first one that comes; its URL
    /// is shown now and never again.
    func makeEndpoint(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let sender = try await request.object(of: "vapid", "firstKey", "unbound").sender()
        guard device.state.takesMessages else { throw Problem.notActive }
        let capability = Capability()
        let endpoint = Endpoint(
            id: EndpointID(),
            device: device.id,
            digest: capability.digest,
            sender: sender
        )
        let isAdded = try await store.write { try $0.add(endpoint) }
        guard isAdded else { throw Problem.tooManyEndpoints }
        return .json(.created) { answer in
            answer.add("id", endpoint.id.text)
            answer.add("endpoint", url.endpoint(capability))
        }
    }

    /// Lists the endpoints that are not revoked, without their URLs.
    func listEndpoints(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let endpoints = try await store.read { try $0.endpoints(of: device.id) }
        return .json { answer in
            answer.array("endpoints") { list in
                for endpoint in endpoints {
                    list.object { item in
                        item.add("id", endpoint.id.text)
                        switch endpoint.sender {
                        case .bound(let key): item.add("vapid", base64URL: key.span)
                        case .firstKey: item.add("firstKey", true)
                        case .anyone: break
                        }
                    }
                }
            }
        }
    }

    /// Ends an endpoint; its sender is told that it is gone.
    func revoke(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        guard let id = context.parameters.get("endpoint").flatMap(EndpointID.init(text:)) else {
            throw Problem.unknown
        }
        try await store.write { try $0.revoke(id, of: device.id) }
        return .empty()
    }
}

extension JSONBody {
    /// The sender of an endpoint: a VAPID key, or what the body says instead.
    fileprivate func sender() throws(Problem) -> Endpoint.Sender {
        let others: [(String, Endpoint.Sender)] = [("unbound", .anyone), ("firstKey", .firstKey)]
        for (name, sender) in others {
            guard let value = root[name] else { continue }
            guard value.bool == true, root.members?.count == 1 else {
                throw .wrongBody(.member(name))
            }
            return sender
        }
        let key = try bytes("vapid")
        guard (try? P256PublicKey(reading: key.span)) != nil else {
            throw .wrongBody(.member("vapid"))
        }
        return .bound(vapid: key)
    }
}

extension EndpointID {
    /// The name as a device sees it.
    fileprivate var text: String { DeviceID(number).text }

    fileprivate init?(text: String) {
        guard let id = DeviceID(text: text) else { return nil }
        self.init(id.number)
    }
}

/// A device publishes its bundle, and keeps one-time prekeys in stock if senders ask for them.
extension DeviceRoutes {
    /// More than a bundle with one record has.
    private static let bundleLimit = 4096

    /// Publishes the device's next bundle.
    func publish(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        try request.require(Self.mediaType)
        let bytes = try await request.bytes(upTo: Self.bundleLimit)
        let identity = device.identity
        let published = try await store.write { transaction in
            try transaction.changePrekeys(of: device.id) { prekeys, now in
                Result { () throws(BundleError) in
                    try prekeys.publish(bytes, of: identity, at: now)
                }
            }
        }
        switch published {
        case .success: return .empty()
        case .failure(let error): throw Problem.wrongBody(.bundle(error))
        case nil: throw Problem.prekeysElsewhere
        }
    }

    /// Replaces the device's one-time prekeys; an empty body leaves none.
    func replaceStock(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        try request.require(Self.mediaType)
        let limit = PrekeyStock.limit * PrekeyRecord.count
        let bytes = try await request.bytes(upTo: limit)
        let (published, now) = try await store.read { transaction in
            (try transaction.published(of: device.id), transaction.now)
        }
        guard let published else { throw Problem.prekeysElsewhere }
        let stock: PrekeyStock?
        do {
            stock =
                try bytes.isEmpty
                ? nil
                : PrekeyStock(
                    reading: bytes,
                    of: device.identity,
                    minimumEpoch: published.minimumEpoch,
                    at: now
                )
        } catch {
            throw Problem.wrongBody(.stock(error))
        }
        try await store.write(.holding(bytes: bytes.count)) {
            try $0.replaceStock(of: device.id, by: stock)
        }
        return .empty()
    }
}
