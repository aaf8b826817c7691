// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto

/// A link that a sender shows, as a device has read it.
package struct ScannedLink: Sendable {
    /// The sender.
    package let sender: SenderKeys
    /// The link.
    package let link: PairingLink

    /// The moment at which links are shown.
    package static let now = Timestamp(clamping: 1_750_000_000_000)

    private struct NoOrigin: Error {}

    /// Shows a new link; it may name an identity that is not the sender's.
    package init(
        of sender: SenderKeys = SenderKeys(),
        identity: SenderIdentity? = nil,
        named name: String = "Build server",
        at relay: String = "https://relay.example",
        end: Timestamp = now.advanced(by: .seconds(600)),
        from source: PairingLink.Source = .camera
    ) throws {
        guard let origin = WebOrigin(url: relay) else { throw NoOrigin() }
        self.sender = sender
        let shown = try PairingLink(
            sender: identity ?? sender.identity,
            name: name,
            relay: origin,
            end: end
        )
        link = try PairingLink(shown.text, from: source)
    }

    /// The endpoint of a number at the link's relay.
    package func endpoint(_ number: UInt8 = 1) -> String {
        let capability = [UInt8](repeating: number, count: PairingAnswer.capabilityCount)
        return link.relayURL + "/e/" + Base64URL.encode(capability.span)
    }

    /// An answer of some device with an endpoint, in a box of its own.
    package func answer(_ number: UInt8 = 1) throws -> (box: DropBox, hash: AnswerHash) {
        guard let topic = Topic("com.example.app") else { throw NoOrigin() }
        let answer = try PairingAnswer(
            signing: SigningKey(),
            to: link,
            endpoint: endpoint(number),
            topic: topic,
            name: "Ann's phone"
        )
        return (answer.box(for: link), answer.answerHash)
    }
}
