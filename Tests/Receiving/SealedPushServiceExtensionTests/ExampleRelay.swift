// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushRelayClient
import Synchronization
import Testing

@testable import IOSExample

/// A relay, and the app's server, as the example for iOS asks them.
final class ExampleRelay: RelayHTTP {
    fileprivate struct State {
        var asked: [String] = []
        var registered: [[UInt8]] = []
        var active: Set<String> = []
        var wanted = 0
        var stocks: [Int] = []
        var subscriptions: [DeviceIdentity.Subscription] = []
        var endpoints = 0
        var isLosing = false
        var isForgetting = false
        var terms: RelayDevice.Terms?
        var boxes: [[UInt8]] = []
    }

    private let state = Mutex(State())

    /// What was asked, in order.
    var asked: [String] { state.withLock(\.asked) }
    /// What the app gave its server.
    var subscriptions: [DeviceIdentity.Subscription] { state.withLock(\.subscriptions) }
    /// The sizes of the stocks that were put.
    var stocks: [Int] { state.withLock(\.stocks) }

    /// The bundles of devices that were registered.
    var bundles: [DeviceBundle] {
        get throws {
            try state.withLock(\.registered).map { body in
                let json = try JSONSerialization.jsonObject(with: Data(body)) as? [String: String]
                let bytes = try Base64URL.decode(Array((json?["bundle"] ?? "").utf8).span)
                return try DeviceBundle(reading: bytes.span)
            }
        }
    }

    /// The boxes that devices left in drops.
    var boxes: [[UInt8]] { state.withLock(\.boxes) }

    /// Asks devices for one-time prekeys.
    func want(_ count: Int) { state.withLock { $0.wanted = count } }

    /// Knows no device any more that was registered before.
    func forget() { state.withLock { $0.isForgetting = true } }

    /// For whom the app's server has the device subscribe.
    var terms: RelayDevice.Terms {
        get throws {
            let terms = state.withLock(\.terms)
            return try #require(terms)
        }
    }

    func serve(_ terms: RelayDevice.Terms) { state.withLock { $0.terms = terms } }

    /// Takes a subscription; its answer may get lost.
    func subscribe(_ subscription: DeviceIdentity.Subscription) throws {
        let isLost = state.withLock { state in
            state.subscriptions.append(subscription)
            defer { state.isLosing = false }
            return state.isLosing
        }
        if isLost { throw Lost() }
    }

    struct Lost: Error {}

    /// Loses its answer to the next subscription.
    func loseAnswer() { state.withLock { $0.isLosing = true } }

    /// Has a device lose its token.
    func disturb(_ device: String) { state.withLock { _ = $0.active.remove(device) } }

    /// A push with a code for a device.
    static func activation(of device: String) -> [AnyHashable: Any] {
        let code = Base64URL.encode([UInt8](repeating: 7, count: 32).span)
        return [
            "aps": [:] as [String: Int],
            "sealedpush-activation": ["origin": Shared.relay, "device": device, "code": code],
        ]
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        state.withLock { state in
            let path = request.url.path
            state.asked.append("\(request.method) \(path)")
            if path == "/v1/devices" {
                state.registered.append(request.body)
                state.isForgetting = false
                let name = "d\(state.registered.count)"
                return Self.answer(201, #"{"device":"\#(name)","credential":"secret"}"#)
            }
            guard !state.isForgetting else {
                return Self.answer(404, #"{"type":"urn:sealedpush:problem:unknown"}"#)
            }
            let parts = path.split(separator: "/").map(String.init)
            switch parts.count > 3 ? parts[3] : "" {
            case "": return Self.answer(200, state.status(of: parts[2]))
            case "activation" where parts.count == 4: state.active.insert(parts[2])
            case "stock": state.stocks.append(request.body.count)
            case "endpoints" where request.method == "POST":
                state.endpoints += 1
                let name = "e\(state.endpoints)"
                // As long as a relay's own where the device signs it for a link.
                let isPairing = String(decoding: request.body, as: UTF8.self).contains("firstKey")
                let path = isPairing ? String(repeating: "A", count: 43) : name
                return Self.answer(
                    201,
                    #"{"id":"\#(name)","endpoint":"https://relay.example.com/e/\#(path)"}"#
                )
            case "drops":
                state.boxes.append(request.body)
                return Self.answer(201, "")
            default: break
            }
            return Self.answer(204, "")
        }
    }

    private static func answer(_ status: Int, _ body: String) -> RelayAnswer {
        RelayAnswer(status: status, body: Array(body.utf8))
    }
}

extension ExampleRelay.State {
    fileprivate func status(of device: String) -> String {
        let isActive = active.contains(device)
        return """
            {"state":"\(isActive ? "active" : "pending")","activationPending":\(!isActive),\
            "wanted":\(wanted)}
            """
    }
}
