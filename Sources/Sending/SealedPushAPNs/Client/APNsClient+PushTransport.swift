// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushSender

extension APNsClient: PushTransport {
    /// Sends one sealed notification, and says what became of it.
    ///
    /// One whose topic no request can have is rejected as APNs would: ``APNsReason/badTopic``.
    public func send(
        _ notification: SealedNotification,
        to device: APNsDeviceToken,
        as id: APNsID,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> APNsResult {
        guard let request = try? APNsRequest(notification, to: device, id: id) else {
            return .rejected(APNsRejection(.badTopic))
        }
        return try await send(request, within: limit, attempt: attempt)
    }
}
