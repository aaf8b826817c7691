// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension RelayClient {
    /// Leaves a box in a drop.
    ///
    /// The same bytes may be left again, also if the answer was lost: the box's time counts from
    /// the first.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - drop: The drop.
    ///   - lifetime: How long the relay keeps it: whole seconds, 60 to 90,000.
    ///   - device: The device.
    /// - Throws: ``RelayClientError``; the problem `answered` if the drop has another box,
    ///   `unknown` also at a relay without drops.
    package func leave(
        _ box: DropBox,
        in drop: DropID,
        for lifetime: Duration,
        of device: RelayRegistration
    ) async throws(RelayClientError) {
        _ = try await send(
            "PUT",
            path(device, "/drops/" + drop.text),
            device,
            .bytes(box.bytes),
            headers: ["TTL": "\(lifetime.components.seconds)"]
        )
    }
}
