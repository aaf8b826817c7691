// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes values as JSON.
enum JSONPayload {
    static func bytes(_ value: any Encodable) throws(APNsError) -> [UInt8] {
        do { return Array(try JSONEncoder().encode(value)) } catch { throw .invalidPayload }
    }
}

extension APNsRequest {
    /// Takes any push whose payload is a value that encodes itself, such as a struct of the app's
    /// server.
    ///
    /// - Parameters:
    ///   - payload: What is encoded as JSON, with `aps` and all else.
    ///   - device: Where it goes.
    ///   - topic: The app's bundle id, with the suffix that the type asks for.
    ///   - type: What the push is for.
    ///   - priority: When it is delivered.
    ///   - expiration: Until when it is delivered, or nil for what APNs thinks fit.
    ///   - collapseID: What pushes share that replace each other, at most 64 bytes.
    ///   - id: What it is called; the same at each attempt.
    /// - Throws: ``APNsError/invalidPayload`` where it can't be encoded; ``APNsError`` for what APNs
    ///   would refuse at sight.
    public init(
        encoding payload: some Encodable,
        to device: APNsDeviceToken,
        topic: String,
        type: APNsPushType,
        priority: PushPriority,
        expiration: Expiration? = nil,
        collapseID: String? = nil,
        id: APNsID
    ) throws(APNsError) {
        try self.init(
            JSONPayload.bytes(payload),
            to: device,
            topic: topic,
            type: type,
            priority: priority,
            expiration: expiration,
            collapseID: collapseID,
            id: id
        )
    }
}
