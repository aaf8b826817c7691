// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
public import SealedPushKeys
public import SealedPushSender

extension Sender {
    /// Begins a pairing: the link that it gives is shown as a code, and a device that scans it is
    /// one that this sender reaches.
    ///
    /// ```swift
    /// let pairing = try await sender.pair(at: "https://relay.example", as: "Build server")
    /// show(pairing.link)
    /// let phone = try await pairing.answer()
    /// try await phone.confirm(number: await person.types())
    /// let results = try await sender.notify("Build done", to: phone.recipient)
    /// ```
    ///
    /// The sender is one of a store (`Sender.init(store:named:)`), which keeps the recipient. The
    /// relay is asked once before this returns.
    ///
    /// - Parameters:
    ///   - relay: The public URL of the relay at which the device is registered.
    ///   - name: The sender's name for itself, which the device shows: 1 to 32 bytes.
    ///   - recipient: A recipient that the device joins, or at which it gets another endpoint; nil
    ///     for a new one.
    ///   - http: What sends requests.
    /// - Returns: The pairing, which waits for 10 minutes from now.
    /// - Throws: ``/SealedPushRelayClient/PairingError``.
    public func pair(
        at relay: String,
        as name: String,
        joining recipient: PairedRecipient? = nil,
        http: any RelayHTTP = URLSessionHTTP()
    ) async throws(PairingError) -> Pairing {
        try await pair(at: relay, as: name, joining: recipient, http: http, time: .system)
    }

    package func pair(
        at relay: String,
        as name: String,
        joining recipient: PairedRecipient? = nil,
        http: any RelayHTTP,
        time: RelayTime
    ) async throws(PairingError) -> Pairing {
        guard let origin = WebOrigin(url: relay) else { throw .wrongURL }
        let key: VAPIDKey
        let isCurrent: Bool
        do throws(KeyError) {
            // What an earlier pairing left is gone before the next one.
            try pairedRecipients.settle(at: time.now())
            if let recipient { _ = try pairedRecipients.current(recipient.key, at: time.now()) }
            key = try VAPIDKey(of: pairedRecipients)
            isCurrent = try pairedRecipients.isCurrent(identity)
        } catch {
            throw .store(error)
        }
        guard isCurrent else { throw .senderEnded }
        let relays = RelaySender(at: [origin], key: key, http: http, clock: time.now)
        let exchange = try PairingExchange(
            of: identity,
            as: name,
            at: relay,
            by: relays,
            time: time
        )
        return Pairing(
            sender: self,
            exchange: exchange,
            relays: relays,
            time: time,
            joined: recipient?.key,
            moment: try await exchange.checkRelay()
        )
    }
}
