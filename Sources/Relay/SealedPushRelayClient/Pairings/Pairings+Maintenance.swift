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
    /// or revoked (L-32 to L-34). An endpoint ends as well whose name was lost with the relay's
    /// answer: no pairing has it, and no sender has used it. What a relay does not do now is left to
    /// the next run.
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
        let unlisted = await endStrays(&report)
        for pairing in review.ended {
            // It may have made one of them.
            guard pairing.endpoint != nil || !unlisted.contains(pairing.link.relayURL) else {
                report.left += 1
                continue
            }
            do throws(DevicePairingError) {
                if try await endWhole(pairing) { report.ended += 1 } else { report.left += 1 }
            } catch {
                report.left += 1
                report.failures.append(error)
            }
        }
        return report
    }

    /// Ends endpoints at the relays of pairings that none of these has, and no sender has used.
    ///
    /// - Returns: The relays that could not be asked for all of them.
    private func endStrays(_ report: inout PairingMaintenance) async -> Set<String> {
        var unlisted: Set<String> = []
        for (relay, device) in registrations {
            do throws(DevicePairingError) {
                try await endStrays(of: device, at: relay)
            } catch {
                unlisted.insert(relay.origin)
                report.failures.append(error)
            }
        }
        return unlisted
    }

    private func endStrays(
        of device: RelayRegistration,
        at relay: RelayClient
    ) async throws(DevicePairingError) {
        guard pairings(at: relay)?.isEmpty == false else { return }
        do throws(RelayClientError) {
            let unbound = try await relay.unboundEndpoints(of: device)
            // Looked at behind the list: what a pairing is making meanwhile has its agreement.
            guard !unbound.isEmpty, let pairings = pairings(at: relay),
                pairings.allSatisfy({ $0.endpoint != nil || $0.isEnded })
            else { return }
            let known = Set(pairings.compactMap(\.endpoint?.id))
            for id in unbound where !known.contains(id) {
                try await relay.deleteEndpoint(id, of: device)
            }
        } catch .problem("gone", _, _), .problem("unknown", _, _) {
            // The device has ended, and its endpoints with it.
        } catch {
            throw .relay(error)
        }
    }

    /// The pairings at a relay; nil if one can't be read, whose endpoint may be any.
    private func pairings(at relay: RelayClient) -> [StoredPairing]? {
        guard let (pairings, failures) = try? book.all(), failures.isEmpty else { return nil }
        return pairings.filter { $0.link.relayURL.utf8.elementsEqual(relay.origin.utf8) }
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
