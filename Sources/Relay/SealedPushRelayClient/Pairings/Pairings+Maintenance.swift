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
    @concurrent @discardableResult
    public func maintain() async throws(DevicePairingError) -> PairingMaintenance {
        let review = try DevicePairingError.ofContacts { () throws(ContactError) in
            try book.maintain(of: keys.identity, now: now())
        }
        var report = PairingMaintenance()
        report.waiting = review.waiting
        report.failures = review.failures.map(DevicePairingError.contacts)
        for pairing in review.ended {
            do throws(DevicePairingError) {
                if try await endWhole(pairing) { report.ended += 1 } else { report.left += 1 }
            } catch {
                report.left += 1
                report.failures.append(error)
            }
        }
        return report
    }

    /// Ends the endpoint of a pairing that is to end, and forgets the pairing; false if that has to
    /// wait for a registration.
    ///
    /// If the app registers the device anew, the relay moves the endpoint to the new registration
    /// when that is activated: before, nothing would end it.
    func endWhole(_ pairing: StoredPairing) async throws(DevicePairingError) -> Bool {
        if let endpoint = pairing.endpoint {
            guard let (relay, device) = registration(at: pairing.link) else { return false }
            do throws(RelayClientError) {
                if device.device != endpoint.device {
                    guard try await relay.status(of: device).state != .pending else { return false }
                }
                try await relay.deleteEndpoint(endpoint.id, of: device)
            } catch .problem("gone", _, _) {
                // Another registration has it, or will have it.
                return false
            } catch {
                throw .relay(error)
            }
        }
        try DevicePairingError.ofStore { () throws(StoreError) in try book.forget(pairing) }
        return true
    }
}
