// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Observation
import SealedPush
import SealedPushRelayClient

/// A pairing as the app's screen shows it: scan, agree, wait, and the number where it was scanned.
@Observable final class PairingScreen {
    /// The steps of the screen.
    nonisolated enum Step: Equatable {
        /// The camera looks for a code.
        case scanning
        /// The person is asked; the name of one that is to become a contact is in ``name``.
        case asking(PairingOffer)
        /// The sender's message is awaited.
        case waiting(String)
        /// The number is shown, which the person types at the sender.
        case paired(name: String, number: String)
        /// Why it did not work, in words.
        case refused(String)
    }

    /// What anyone has to know who scans a code; it stands beside the button.
    static let warning =
        "Anyone can make such a code. Go on only if it is on a screen that you trust."

    private(set) var step = Step.scanning
    /// The field for the name; empty if the sender's own name looks like another contact's.
    var name = ""

    private let device: Device
    private var pairings: Pairings?

    init(of device: Device) {
        self.device = device
    }

    /// Takes what the app's own camera read, or the link that the system opened the app with: only
    /// the first proves that the person saw who shows it.
    func read(_ text: String, from source: PairingLink.Source) async {
        do {
            let link = try PairingLink(text, from: source)
            let pairings = try await device.pairings()
            let offer = try await pairings.offer(link)
            self.pairings = pairings
            if case .suggested(let suggested) = offer.naming { name = suggested } else { name = "" }
            step = .asking(offer)
        } catch {
            step = .refused(Self.words(of: error))
        }
    }

    /// The person agrees; it goes on until the sender's message is there, or the task is cancelled.
    func agree() async {
        guard case .asking(let offer) = step, let pairings else { return }
        let contact = offer.naming == .contact ? offer.name : name
        do {
            for try await state in pairings.accept(offer, as: contact) {
                switch state {
                case .waiting: step = .waiting(contact)
                case .paired(let number, let name, _):
                    step = .paired(name: name, number: number.text)
                }
            }
        } catch is CancellationError {
            // The same scan goes on.
            step = .scanning
        } catch {
            step = .refused(Self.words(of: error))
        }
    }

    /// Looks for another code.
    func scanAgain() { step = .scanning }

    private static func words(of error: any Error) -> String {
        (error as? any ExplainedError)?.message ?? "this phone could not do it now"
    }
}
