// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys

/// The reason for which a sender's pairing failed; no case holds a secret or a name.
@nonexhaustive
public enum PairingError: Error, Hashable {
    /// The text is no relay's URL, or is too long for a link.
    case wrongURL
    /// The sender's name has not 1 to 32 bytes, or could not be shown as it is.
    case nameRefused
    /// The relay does not answer.
    case unreachable
    /// The relay takes no answers to links, or what answers is no relay.
    case noDrops
    /// No device has answered in 10 minutes.
    case noAnswer
    /// The sender's identity was succeeded or revoked, so the link names an old one.
    case senderEnded
    /// The endpoint in the answer is bound to another key: a party that has read the code took it.
    case endpointTaken
    /// The relay refuses the sender's signature, and its clock is more than an hour from this one.
    case wrongClock
    /// The relay answers with the prekeys of another device than the answer's.
    case otherDevice
    /// The device that has answered is retired.
    case deviceRetired
    /// The device that has answered, or its endpoint, has ended.
    case deviceEnded
    /// The relay did not do what was asked for.
    case relay(EndpointFailure)
    /// The message that ends the pairing could not be sealed.
    case sealing(SealingError)
    /// The number is not the one that the device shows.
    case wrongNumber
    /// The device was confirmed before, so nothing is taken back.
    case confirmedBefore
    /// The answer was asked for before: a link serves once.
    case answeredBefore
    /// The store failed, or lacks what is needed; the inner error says why.
    case store(KeyError)
    /// The task was cancelled, and the pairing withdrawn.
    case cancelled
}

extension PairingError {
    /// The reason in what a relay says of the endpoint in an answer (L-12).
    package init(_ failure: EndpointFailure) {
        self =
            switch failure {
            case .keyRefused: .endpointTaken
            case .wrongClock: .wrongClock
            case .otherDevice: .otherDevice
            case .gone: .deviceEnded
            default: .relay(failure)
            }
    }

    /// The reason in what kept the message from being sealed.
    package init(_ error: SealingError) {
        self = error == .deviceRetired ? .deviceRetired : .sealing(error)
    }
}

extension PairingError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .wrongURL: ("wrongURL", "the relay's URL is not \(WebOrigin.rule)")
        case .nameRefused:
            (
                "nameRefused",
                "a sender's name in a code has 1 to 32 bytes, and no character that could not be"
                    + " shown as it is"
            )
        case .unreachable: ("unreachable", "the relay does not answer")
        case .noDrops: ("noDrops", "the relay takes no answers to codes, or is none")
        case .noAnswer:
            ("noAnswer", "no phone answered in 10 minutes; run it again for a new code")
        case .senderEnded:
            ("senderEnded", "the sender's identity was succeeded or revoked meanwhile")
        case .endpointTaken:
            ("endpointTaken", "somebody else saw the code and used the phone's endpoint")
        case .wrongClock:
            ("wrongClock", "this clock and the relay's are more than an hour apart")
        case .otherDevice:
            ("otherDevice", "the relay answers with the prekeys of another device")
        case .deviceRetired: ("deviceRetired", "the phone that answered is retired")
        case .deviceEnded: ("deviceEnded", "the phone that answered has ended its endpoint")
        case .relay(let failure): ("relay", failure.pairingMessage)
        case .sealing(let error): error.explanation
        case .wrongNumber: ("wrongNumber", "the phone shows another number")
        case .confirmedBefore: ("confirmedBefore", "the phone was confirmed before")
        case .answeredBefore:
            ("answeredBefore", "the code has served; another pairing has another code")
        case .store(let error): error.explanation
        case .cancelled: ("cancelled", "the pairing was withdrawn")
        }
    }
}

extension EndpointFailure {
    /// The fault in words for who waits for a device: no message of theirs is under way.
    package var pairingMessage: String {
        switch self {
        case .unanswered: "the relay does not answer"
        case .refused: "the relay refuses what it is asked for"
        default: message
        }
    }
}
