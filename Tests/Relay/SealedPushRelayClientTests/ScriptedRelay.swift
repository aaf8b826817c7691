// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelayClient
import Synchronization

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
