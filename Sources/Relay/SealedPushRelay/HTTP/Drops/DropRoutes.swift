// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush

/// A device leaves a drop, and a client that knows its id fetches it.
package final class DropRoutes: Sendable {
    private let devices: DeviceRoutes
    private let waits: DropWaits

    /// How long a client waits at least before it asks again.
    private static let pause: Duration = .seconds(2)
    /// How long one waits that could not wait here: each of many would ask again at once.
    private static let longPause: Duration = .seconds(10)

    /// - Parameters:
    ///   - devices: Knows the devices.
    ///   - waits: Those that wait.
    package init(devices: DeviceRoutes, waits: DropWaits) {
        self.devices = devices
        self.waits = waits
    }

    /// Adds the routes.
    func add(to router: some RouterMethods<RelayContext>) {
        router.put("v1/devices/:device/drops/:drop") { [self] in try await leave($0, $1) }
        router.get("d/:drop") { [self] in try await fetch($0, $1) }
    }

    /// Keeps a box, which is durable when this is answered.
    private func leave(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await devices.device(request, context)
        guard let id = context.parameters.get("drop").flatMap(DropID.init(text:)) else {
            throw Problem.unknown
        }
        try request.require(DeviceRoutes.mediaType)
        guard let seconds = DeliveryOptions.seconds(request.headers[.ttl]),
            Drop.lifetimes.contains(.seconds(seconds))
        else { throw Problem.wrongHeader(.wrongDropLifetime) }
        guard let box = try await request.bytes(ifUpTo: Drop.boxCount),
            let drop = Drop(id.digest, of: device.id, box: box, for: .seconds(seconds))
        else { throw Problem.wrongBody(.box) }
        switch try await devices.store.write(.holding(bytes: box.count), { try $0.leave(drop) }) {
        case .kept:
            waits.wake(drop.digest, box)
            return .empty(.created)
        case .repeated: return .empty()
        case .answered: throw Problem.answered
        case .notActive: throw Problem.notActive
        case .limited(let limit): throw Problem.limit(limit)
        }
    }

    /// Gives the box, if it comes before the client's patience ends.
    ///
    /// An id that no device has used is answered as one that is awaited.
    private func fetch(_ request: Request, _ context: RelayContext) async throws -> Response {
        guard let id = context.parameters.get("drop").flatMap(DropID.init(text:)) else {
            throw Problem.noDrop(retryAfter: Self.pause)
        }
        let answer = try await waits.box(
            of: id.digest,
            from: devices.network.prefix(of: request.headers, from: context.peer),
            within: request.patience
        ) { $0.begin(on: context.channel) }
        switch answer {
        case .box(let box): return Response(bytes: box, mediaType: DeviceRoutes.mediaType)
        case .nothing: throw Problem.noDrop(retryAfter: Self.pause)
        case .noRoom: throw Problem.noDrop(retryAfter: Self.longPause)
        }
    }
}

extension Request {
    /// How long the client waits, by `Prefer` (RFC 7240, section 4.3); of what is no number of
    /// seconds nothing is taken.
    fileprivate var patience: Duration {
        let preferences = headers[values: .prefer].flatMap { $0.split(separator: ",") }
        for preference in preferences {
            let pair = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard pair.first?.trimmed.lowercased() == "wait" else { continue }
            let text = pair.count == 2 ? String(pair[1].trimmed.unquoted) : nil
            return min(.seconds(DeliveryOptions.seconds(text) ?? 0), DropWaits.longest)
        }
        return .zero
    }
}

extension HTTPField.Name {
    fileprivate static let prefer = known("Prefer")
}
