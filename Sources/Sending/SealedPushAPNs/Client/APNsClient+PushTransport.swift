// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

extension APNsClient: PushTransport {
    /// Sends one push and returns its result.
    ///
    /// A push that APNs would refuse at sight is rejected as APNs would, for example with
    /// ``APNsReason/badTopic``.
    public func send(
        _ push: OutgoingPush,
        to device: APNsDeviceToken,
        as id: APNsID,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> APNsResult {
        let request: APNsRequest
        do throws(APNsError) {
            request = try APNsRequest(push, to: device, id: id)
        } catch {
            return .rejected(APNsRejection(APNsReason(refusing: error)))
        }
        return try await send(request, within: limit, attempt: attempt)
    }
}

extension APNsReason {
    /// The reason for which APNs would refuse what is no request.
    fileprivate init(refusing error: APNsError) {
        self =
            switch error {
            case .invalidPushType: .invalidPushType
            case .invalidCollapseID: .badCollapseID
            case .invalidPriority: .badPriority
            case .emptyPayload: .payloadEmpty
            case .payloadTooLarge: .payloadTooLarge
            default: .badTopic
            }
    }
}
