// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A sender that shows a link, and a device that answers it.
struct SamplePairing {
    let device: SampleDevice
    let sender: SenderIdentity
    let link: PairingLink

    static let end = SampleDevice.now.advanced(by: .minutes(10))
    static let relay = "https://relay.example"
    /// The capability of 32 bytes in base64url.
    static let capability = String(repeating: "Q", count: 42) + "A"

    init(end: Timestamp = Self.end, relay: String = Self.relay) throws {
        device = try SampleDevice()
        sender = try SenderKeys.sample().identity
        link = try Self.link(of: sender, end: end, relay: relay)
    }

    static func link(
        of sender: SenderIdentity,
        named name: String = "Build server",
        end: Timestamp = Self.end,
        relay: String = Self.relay
    ) throws(WireError) -> PairingLink {
        guard let relay = WebOrigin(relay.utf8) else { throw .malformed }
        return try PairingLink(sender: sender, name: name, relay: relay, end: end)
    }

    /// Signs an answer to the link, or to another one.
    func answer(
        to other: PairingLink? = nil,
        endpoint: String? = nil,
        named name: String = "Ann's phone"
    ) throws(WireError) -> PairingAnswer {
        let link = other ?? link
        guard let topic = Topic("com.example.app") else { throw .malformed }
        return try PairingAnswer(
            signing: device.identity,
            to: link,
            endpoint: endpoint ?? link.relay.text + "/e/" + Self.capability,
            topic: topic,
            name: name
        )
    }
}
