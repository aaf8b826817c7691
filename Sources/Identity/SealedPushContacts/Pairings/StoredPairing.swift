// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A pairing as the records of its steps tell it.
package struct StoredPairing: Sendable {
    let agreement: AgreementRecord
    /// The endpoint's name at the relay and its URL, a secret; nil until it is there.
    package internal(set) var endpoint: (id: String, url: String)?
    /// Whether the pairing made its contact; nil before the contact is there.
    var isContactMade: Bool?
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
    /// The name of the contact that the person has agreed to.
    package var name: String { agreement.name }
    /// When the person agreed.
    package var agreed: Timestamp { agreement.agreed }

    /// How long a pairing waits to be paired, after the person has agreed.
    package static let lifetime = Duration.days(1)

    /// True if it was not paired in time: also if the clock was set back by so much since.
    package func isOver(at now: Timestamp) -> Bool {
        let late = agreed.advanced(by: Self.lifetime)
        return !isPaired && (now > late || now.advanced(by: Self.lifetime) < agreed)
    }
}

extension StoredPairing: Redacted {}
