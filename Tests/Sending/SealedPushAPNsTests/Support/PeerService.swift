// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import PushTransportTesting
import SealedPushOpenSSL
import Synchronization

@testable import SealedPushAPNs

/// The server on loopback as the checks of transports script it.
final class PeerService: ScriptedPushService {
    private struct State {
        var script: @Sendable (APNsID, Int) -> PushServiceAction = { _, _ in .accept }
        var arrivals: [APNsID] = []
        var held: [(connection: Int, stream: Int)] = []
    }

    let push: OutgoingPush
    private let time: ClientTime
    private let peer = Mutex<Peer?>(nil)
    private let state = Mutex(State())

    init(_ push: OutgoingPush, time: ClientTime) {
        self.push = push
        self.time = time
    }

    /// Runs the server, and gives it to `body`.
    func run(_ body: () async throws -> Void) async throws {
        try await Peer.run { [self] in
            receive($0)
        } _: { peer in
            self.peer.withLock { $0 = peer }
            try await body()
            self.peer.withLock { $0 = nil }
        }
    }

    var arrivals: [APNsID] { state.withLock { $0.arrivals } }

    func makeTransport() throws -> APNsClient {
        let peer = peer.withLock { $0 }
        return try .test(peer?.configuration ?? APNsConfiguration(.sandbox), time: time)
    }

    func address(_ number: Int) -> APNsDeviceToken { .sample(number) }

    func id(_ number: Int) -> APNsID { APNsRequest.sample(number).id }

    func begin(_ script: @escaping @Sendable (APNsID, Int) -> PushServiceAction) {
        state.withLock { $0 = State(script: script) }
    }

    func answerHeld(_ action: PushServiceAction) {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        let peer = peer.withLock { $0 }
        for (connection, stream) in held {
            peer?.act(connection, actions(for: action, on: stream))
        }
    }

    private func receive(_ request: Peer.Request) -> [Peer.Action] {
        guard let id = APNsID(request.id) else { return [.close] }
        return state.withLock { state in
            state.arrivals.append(id)
            let action = state.script(id, state.arrivals.count { $0 == id })
            if action == .hold { state.held.append((request.connection, request.stream)) }
            return actions(for: action, on: request.stream)
        }
    }

    private func actions(for action: PushServiceAction, on stream: Int) -> [Peer.Action] {
        switch action {
        case .accept: [.answerOther(stream: stream, 200)]
        case .deviceGone: [.answerOther(stream: stream, 410, #"{"reason":"Unregistered"}"#)]
        case .reject: [.answerOther(stream: stream, 400, #"{"reason":"BadTopic"}"#)]
        case .refuseForNow: [.answerOther(stream: stream, 503)]
        case .breakConnection: [.close]
        default: []
        }
    }
}
