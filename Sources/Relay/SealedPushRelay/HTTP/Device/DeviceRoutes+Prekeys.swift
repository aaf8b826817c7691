// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SealedPush

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
