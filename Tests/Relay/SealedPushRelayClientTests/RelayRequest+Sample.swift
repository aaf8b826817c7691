// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

@testable import SealedPushRelayClient

extension RelayRequest {
    /// A request of a test, whose transport does not look at the origin.
    init(_ method: String, at url: URL, body: [UInt8] = []) throws {
        let origin = try #require(WebOrigin(url: "https://relay.example"))
        self.init(method: method, url: url, origin: origin, headers: [:], body: body)
    }
}
