// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import TestSupport

/// A relay that calls each device as it likes, and keeps the proofs that it gets.
struct HostileRelay {
    private let server: WebServer

    /// Listens, on a thread of its own.
    init(naming device: String) throws {
        let registered = #"{"device":"\#(device)","credential":"hostile"}"#
        server = try WebServer { request in
            request.isRegistration
                ? .init("201 Created", body: Array(registered.utf8))
                : .init("204 No Content", tellsLength: false)
        }
    }

    var url: String { server.url("") }

    /// The possession proofs that came, in order.
    var proofs: [DeviceIdentity.PossessionProof] {
        server.requests.filter { !$0.isRegistration }.compactMap { request in
            guard let text = try? JSONDocument(reading: request.body).root["proof"]?.string,
                let bytes = try? Base64URL.decode(Array(text.utf8).span)
            else { return nil }
            return try? DeviceIdentity.PossessionProof(reading: bytes.span)
        }
    }
}

extension WebServer.Request {
    fileprivate var isRegistration: Bool { head.hasPrefix("POST /v1/devices HTTP") }
}
