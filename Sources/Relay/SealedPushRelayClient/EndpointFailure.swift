// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The reason why a relay did not do what a sender asked for; no case holds a URL or an answer's
/// text.
@nonexhaustive
public enum EndpointFailure: Error, Hashable {
    /// The endpoint or its device has ended: 410, and 404 after 90 days. The subscription is of no
    /// use any more. If the answer has the device's retirement, the sender keeps it
    /// (`Sender.learn(_:)`).
    case gone(DeviceIdentity.Retirement?)
    /// The relay does not serve the envelope's prekey any more: seal again, to a prekey that it
    /// offers now.
    case stalePrekey
    /// The endpoint is bound to a VAPID key, and the request is not signed by it.
    case keyRefused
    /// The relay refuses the signature by that key, and its clock is more than an hour from this
    /// one.
    case wrongClock
    /// The relay cannot do it now, and says when to ask again, if it does.
    case later(Duration?)
    /// The answer says that asking again would not help, or is none that a relay gives.
    case refused
    /// It is unknown whether the relay did it: the connection broke, or there was no answer in
    /// time. The same envelope may be posted again: a relay takes it once.
    case unanswered
    /// The message is not for this endpoint: it is no alert, or was sealed for another device or
    /// app than the subscription's; nothing was asked.
    case otherMessage
    /// The last moment at which the device accepts the message is past; nothing was asked.
    case expired
    /// The endpoint is at none of the relays that the sender asks; nothing was asked.
    case otherRelay
    /// The relay has answered with the prekeys of another device than the subscription's (S-22).
    case otherDevice
}

extension EndpointFailure: ExplainedError {
    /// The fault, in words.
    public var message: String {
        switch self {
        case .gone: "the endpoint or its device has ended"
        case .stalePrekey: "the relay does not serve the envelope's prekey any more"
        case .keyRefused: "the endpoint is bound to another VAPID key"
        case .wrongClock: "this clock and the relay's are more than an hour apart"
        case .later: "the relay can't do it now"
        case .refused: "the relay refuses the message"
        case .unanswered: "the relay did not answer: it may have the message"
        case .otherMessage: "the message is not for this endpoint"
        case .expired: "the message's time to live is over"
        case .otherRelay: "the endpoint is at none of the relays that the sender asks"
        case .otherDevice: "the relay answers with the prekeys of another device"
        }
    }
}
