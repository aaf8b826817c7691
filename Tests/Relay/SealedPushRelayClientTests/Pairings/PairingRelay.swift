// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import Synchronization

@testable import SealedPushRelayClient

/// A relay as far as pairing goes, in memory, which a test may disturb.
final class PairingRelay: RelayHTTP {
    /// What happens to a request.
    enum Fault: Sendable {
        /// It is done, and the answer is lost.
        case lostAnswer
        /// It does not arrive.
        case lostRequest
        /// It is refused.
        case problem(String, Int, retryAfter: String? = nil)
        /// It is answered so.
        case answer(Int, String)
    }

    private struct State {
        var endpoints: [(id: String, url: String)] = []
        var ended: [String] = []
        var bound: Set<String> = []
        var drops: [String: [UInt8]] = [:]
        var requests: [RelayRequest] = []
        var deviceState = "active"
    }

    let origin: String
    private let state = Mutex(State())
    private let fault: @Sendable (_ number: Int, _ request: RelayRequest) -> Fault?

    /// A relay that disturbs requests, of which the first has the number 0.
    init(
        at origin: String = "https://relay.example",
        fault: @escaping @Sendable (_ number: Int, _ request: RelayRequest) -> Fault? = { _, _ in
            nil
        }
    ) {
        self.origin = origin
        self.fault = fault
    }

    var requests: [RelayRequest] { state.withLock(\.requests) }
    /// The requests, by method and path.
    var asked: [String] { requests.map { "\($0.method) \($0.url.path)" } }
    /// The endpoints that were made.
    var endpoints: [(id: String, url: String)] { state.withLock(\.endpoints) }
    /// The endpoints that were ended, in order.
    var ended: [String] { state.withLock(\.ended) }
    /// The endpoints that are left.
    var left: [String] { endpoints.map(\.id).filter { !ended.contains($0) } }
    /// The boxes that came, in order.
    var boxes: [[UInt8]] { requests.filter { $0.method == "PUT" }.map(\.body) }

    /// The box of a link's drop.
    func box(of link: PairingLink) -> DropBox? {
        let bytes = state.withLock { $0.drops[link.secret.id.text] }
        return bytes.flatMap { try? DropBox(reading: $0.span) }
    }

    /// Has a sender use an endpoint.
    func bind(_ id: String) { state.withLock { _ = $0.bound.insert(id) } }

    /// Has a device be in a state.
    func put(_ state: String) { self.state.withLock { $0.deviceState = state } }

    /// Leaves another phone's box in a link's drop.
    func spoil(_ link: PairingLink) {
        let box = DropBox(sealing: [1], with: link.secret)
        state.withLock { $0.drops[link.secret.id.text] = box.bytes }
    }

    struct Lost: Error {}

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        switch fault(number, request) {
        case .lostRequest: throw Lost()
        case .problem(let name, let status, let retryAfter):
            return RelayAnswer(
                status: status,
                retryAfter: retryAfter,
                body: Array(#"{"type":"urn:sealedpush:problem:\#(name)"}"#.utf8)
            )
        case .answer(let status, let body):
            return RelayAnswer(status: status, body: Array(body.utf8))
        case .lostAnswer:
            _ = answer(request)
            throw Lost()
        case nil: return answer(request)
        }
    }

    private func answer(_ request: RelayRequest) -> RelayAnswer {
        let parts = request.url.path.split(separator: "/").map(String.init)
        return state.withLock { state in
            switch (request.method, parts.dropFirst(3).first) {
            case ("POST", "endpoints"):
                let id = "endpoint-\(state.endpoints.count + 1)"
                let url = origin + "/e/" + Base64URL.encode(Randomness.bytes(32).span)
                state.endpoints.append((id, url))
                return RelayAnswer(
                    status: 201,
                    body: Array(#"{"id":"\#(id)","endpoint":"\#(url)"}"#.utf8)
                )
            case ("GET", "endpoints"):
                let list = state.endpoints.map(\.id).filter { !state.ended.contains($0) }.map {
                    id in
                    state.bound.contains(id)
                        ? #"{"id":"\#(id)"}"# : #"{"id":"\#(id)","firstKey":true}"#
                }
                let body = #"{"endpoints":[\#(list.joined(separator: ","))]}"#
                return RelayAnswer(status: 200, body: Array(body.utf8))
            case ("GET", nil):
                let status =
                    #"{"state":"\#(state.deviceState)","activationPending":false,"wanted":0}"#
                return RelayAnswer(status: 200, body: Array(status.utf8))
            case ("DELETE", "endpoints"):
                state.ended.append(parts[4])
                return RelayAnswer(status: 204, body: [])
            case ("PUT", "drops"):
                guard let box = state.drops[parts[4]] else {
                    state.drops[parts[4]] = request.body
                    return RelayAnswer(status: 201, body: [])
                }
                guard box == request.body else {
                    let body = #"{"type":"urn:sealedpush:problem:answered"}"#
                    return RelayAnswer(status: 409, body: Array(body.utf8))
                }
                return RelayAnswer(status: 204, body: [])
            default: return RelayAnswer(status: 404, body: [])
            }
        }
    }
}
