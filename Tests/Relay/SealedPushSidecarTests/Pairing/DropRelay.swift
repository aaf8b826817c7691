// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushRelayClient
import ServerStore
import Synchronization
import Testing

@testable import SealedPushSidecar

/// A relay in memory with drops: a request for one is held until the box is there, unless a test
/// wants it to be answered at once.
final class DropRelay: RelayHTTP {
    private struct State {
        var boxes: [String: [UInt8]] = [:]
        var waiting: [Int: Signal] = [:]
        var asked = 0
        var holds = true
        var checks: [RelayAnswer?] = []
        var signed: [String: Bool] = [:]
    }

    private let base: any RelayHTTP
    private let state = Mutex(State())

    init(_ base: any RelayHTTP) {
        self.base = base
    }

    /// How many requests for drops wait.
    var waiting: Int { state.withLock(\.waiting.count) }
    /// How many requests for drops there were.
    var asked: Int { state.withLock(\.asked) }

    /// Answers the next requests that a relay answers at once with these, nil with nothing.
    func answerChecks(with answers: RelayAnswer?...) {
        state.withLock { $0.checks += answers }
    }

    /// Answers requests for drops at once from now on.
    func holdNone() {
        let waiting = state.withLock { state in
            state.holds = false
            return state.waiting.values.map(\.self)
        }
        for signal in waiting { signal.raise() }
    }

    func leave(_ box: [UInt8], at id: DropID) {
        let waiting = state.withLock { state in
            state.boxes["/d/" + id.text] = box
            return state.waiting.values.map(\.self)
        }
        for signal in waiting { signal.raise() }
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let path = request.url.path
        guard path.hasPrefix("/d/") else { return try await base.send(request) }
        #expect(request.method == "GET" && request.headers["Authorization"] == nil)
        guard request.patience > .zero else { return try await check() }
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        defer { state.withLock { $0.waiting[number] = nil } }
        while true {
            let signal = Signal()
            let (box, holds) = state.withLock { state in
                state.waiting[number] = signal
                return (state.boxes[path], state.holds)
            }
            if let box { return RelayAnswer(status: 200, body: box) }
            guard holds else { return RelayAnswer(status: 404, retryAfter: "2", body: []) }
            await signal.wait()
            try Task.checkCancellation()
        }
    }

    /// What a relay says at once, before a link is shown.
    private func check() async throws -> RelayAnswer {
        let nothing = RelayAnswer(status: 404, retryAfter: "2", body: [])
        let next = state.withLock { $0.checks.isEmpty ? nothing : $0.checks.removeFirst() }
        if let next { return next }
        throw EndpointFailure.unanswered
    }
}
