// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Observation
import SealedPush
import SealedPushRelayClient

/// A pairing as the app's screen shows it: scan, agree, wait, and the number where it was scanned.
@Observable final class PairingScreen {
    /// The steps of the screen.
    nonisolated enum Step: Equatable {
        /// The screen is not shown.
        case closed
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

    private(set) var step = Step.closed
    /// The field for the name; empty if the sender's own name looks like another contact's.
    var name = ""

    private let device: Device
    private var pairings: Pairings?
    private var pairing: Task<Void, Never>?

    init(of device: Device) {
        self.device = device
    }

    /// Opens the screen, or looks for another code.
    func scan() {
        end()
        step = .scanning
    }

    /// Closes the screen; what waits goes on if the same code is scanned again.
    func close() {
        end()
        step = .closed
    }

    /// Takes what the app's own camera read, or the link that the system opened the app with: only
    /// the first proves that the person saw who shows it.
    ///
    /// A link of the system's takes nothing from a person who is asked, or waits, already.
    func read(_ text: String, from source: PairingLink.Source) async {
        switch step {
        case .scanning: break
        case .closed, .refused: guard source == .system else { return }
        case .asking, .waiting, .paired: return
        }
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

    /// The person agrees to what is drawn; it goes on until the sender's message is there.
    func agree(to offer: PairingOffer) {
        guard step == .asking(offer), let pairings else { return }
        let contact = offer.naming == .contact ? offer.name : name
        step = .waiting(contact)
        pairing = Task { await pair(pairings, offer, as: contact) }
    }

    /// Ends when the sender's message is there.
    func waitForEnd() async { await pairing?.value }

    private func pair(_ pairings: Pairings, _ offer: PairingOffer, as contact: String) async {
        do {
            for try await state in pairings.accept(offer, as: contact) {
                guard case .paired(let number, let name, _) = state, !Task.isCancelled else {
                    continue
                }
                step = .paired(name: name, number: number.text)
            }
        } catch {
            // A person who has closed the screen is told nothing.
            if !Task.isCancelled { step = .refused(Self.words(of: error)) }
        }
    }

    private func end() {
        pairing?.cancel()
        pairing = nil
    }

    private static func words(of error: any Error) -> String {
        (error as? any ExplainedError)?.message ?? "this phone could not do it now"
    }
}
