// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A pairing as the records of its steps tell it.
package struct StoredPairing: Sendable {
    let agreement: AgreementRecord
    /// The endpoint; nil until it is there.
    package internal(set) var endpoint: Endpoint?
    /// What is known of the contact; nil before it is there.
    var contact: PairingContactRecord?
    /// The box with the answer, the answer's hash, and when both were kept; nil before that.
    package internal(set) var answer: (box: DropBox, hash: AnswerHash, kept: Timestamp)?
    /// True if a message of the sender has named the answer.
    package internal(set) var isPaired = false
    /// True if the contact was verified, if that had to be.
    var isSettled = false
    /// True if the endpoint is to be ended, and the records are to go with it.
    package internal(set) var isEnded = false

    /// The link, to which a person has agreed.
    package var link: PairingLink { agreement.link }
    /// The name for the contact that the person has agreed to.
    package var name: String { contact?.name ?? agreement.name }
    /// Whether the pairing made its contact; nil before the contact is there.
    var isContactMade: Bool? { contact?.isMade }
    /// When the person agreed.
    package var agreed: Timestamp { agreement.agreed }

    /// An endpoint that was made for a pairing.
    package struct Endpoint: Hashable, Sendable {
        /// The endpoint's name at the relay, 1 to 255 bytes.
        package let id: String
        /// The name that the device had there, 1 to 255 bytes.
        package let device: String
        /// The URL, a secret.
        package let url: String

        /// Takes the parts.
        package init(id: String, device: String, url: String) {
            (self.id, self.device, self.url) = (id, device, url)
        }
    }

    /// How long a pairing waits to be paired, after the person has agreed.
    package static let lifetime = Duration.days(1)

    /// True if both are of one agreement: a link may have been agreed to anew since.
    func isSame(as other: StoredPairing) -> Bool {
        agreement.order == other.agreement.order && agreed == other.agreed
            && endpoint?.id == other.endpoint?.id
    }

    /// True if it was not paired in time: also if the clock was set back by so much since.
    package func isOver(at now: Timestamp) -> Bool {
        let late = agreed.advanced(by: Self.lifetime)
        return !isPaired && (now > late || now.advanced(by: Self.lifetime) < agreed)
    }
}

extension StoredPairing: Redacted {}
extension StoredPairing.Endpoint: Redacted {}
