// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Synchronization
import Testing

@testable import SealedPushRelayClient

/// A relay that answers as a test says, and keeps what it was asked.
final class ScriptedRelay: RelayHTTP {
    private let answers: Mutex<[RelayAnswer?]>
    private let asked = Mutex<[RelayRequest]>([])

    init(_ answers: RelayAnswer?...) { self.answers = Mutex(answers) }

    var requests: [RelayRequest] { asked.withLock(\.self) }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        asked.withLock { $0.append(request) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw CancellationError() }
        return answer
    }
}

extension RelayRequest {
    /// A request of a test, whose transport does not look at the origin.
    init(_ method: String, at url: URL, body: [UInt8] = []) throws {
        let origin = try #require(WebOrigin(url: "https://relay.example"))
        self.init(method: method, url: url, origin: origin, headers: [:], body: body)
    }
}
