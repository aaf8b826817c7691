// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

extension Pairings {
    /// Does what is due of all pairings, and ends the endpoints that are not wanted any more.
    ///
    /// A pairing is undone if it is not paired 24 hours after the person agreed, and an endpoint
    /// ends if a later pairing with its sender replaces it, or if its contact was removed, blocked
    /// or revoked (L-32 to L-34). What a relay does not do now is left to the next run.
    ///
    /// - Throws: ``DevicePairingError/store(_:)`` if the pairings can't be listed.
    @discardableResult
    public func maintain() async throws(DevicePairingError) -> PairingMaintenance {
        let review = try DevicePairingError.ofContacts { () throws(ContactError) in
            try book.maintain(of: keys.identity, now: now())
        }
        var report = PairingMaintenance()
        report.waiting = review.waiting
        report.failures = review.failures.map(DevicePairingError.contacts)
        for pairing in review.ended {
            guard pairing.endpoint == nil || registration(at: pairing.link) != nil else {
                report.left += 1
                continue
            }
            do throws(DevicePairingError) {
                try await endWhole(pairing)
                report.ended += 1
            } catch {
                report.left += 1
                report.failures.append(error)
            }
        }
        return report
    }

    /// Ends the endpoint of a pairing that is to end, and forgets the pairing.
    ///
    /// If the app was registered anew, the relay has moved the endpoint to that registration.
    func endWhole(_ pairing: StoredPairing) async throws(DevicePairingError) {
        if let endpoint = pairing.endpoint {
            let (relay, device) = try registration(for: pairing.link)
            do throws(RelayClientError) {
                try await relay.deleteEndpoint(endpoint.id, of: device)
            } catch .wrongName {
                // No relay has given it.
            } catch {
                throw .relay(error)
            }
        }
        try DevicePairingError.ofStore { () throws(StoreError) in try book.forget(pairing) }
    }
}
