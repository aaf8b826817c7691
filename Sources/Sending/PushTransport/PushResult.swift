// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// The result of sending a push, the same for all transports.
public enum PushResult<ID: Hashable & Sendable, Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The push service has accepted the push under this id, and delivers it when it can.
    ///
    /// The receipt is the service's own name for it, if it tells one: `apns-unique-id` of APNs.
    case accepted(ID, receipt: String? = nil)
    /// It was not delivered, or that is unknown. It may be sent again under the same id, after the
    /// delay.
    case retry(after: Duration, because: RetryCause<Refusal>)
    /// The device is gone, since the moment that the service names. Never send the push to it
    /// again.
    ///
    /// ``isAddressDead(registered:)`` says whether to forget its address.
    case deviceGone(since: Timestamp?)
    /// The service rejected it, and would again. At best a correction helps.
    case rejected(Refusal)

    /// True if to forget the address of a device that was registered at `registration`.
    ///
    /// True if the service knows that the address was inactive at a later moment. False if the app
    /// has registered again since, or the service names no moment.
    public func isAddressDead(registered registration: Timestamp) -> Bool {
        guard case .deviceGone(let since?) = self else { return false }
        return since > registration
    }
}

extension PushResult: CustomStringConvertible {
    /// The result and what to do, for people.
    public var description: String {
        switch self {
        case .accepted(let id, _): "accepted as \(id)"
        case .retry(let delay, let cause):
            "not accepted yet, send again after \(delay.wholeSeconds) s: \(cause)"
        case .deviceGone:
            "the device is gone; forget its address, unless it has registered since"
        case .rejected(let refusal): "rejected: \(refusal)"
        }
    }
}

extension Duration {
    /// The seconds that are not shorter.
    fileprivate var wholeSeconds: Int64 {
        components.seconds + (components.attoseconds > 0 ? 1 : 0)
    }
}

/// A reason why a push may be sent again.
public enum RetryCause<Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The service refused it for now. It was certainly not delivered.
    case refused(Refusal)
    /// There was no connection or no capacity in its time. The service has certainly not seen it.
    case notSent(PushObstacle)
    /// It was sent, but the connection broke or its time was over. It may have been delivered.
    ///
    /// Send it again only under the same id, and best with a collapse id, so that the second
    /// replaces the first.
    case unanswered
}

extension RetryCause: CustomStringConvertible {
    /// The reason, for people.
    public var description: String {
        switch self {
        case .refused(let refusal): "\(refusal)"
        case .notSent(let obstacle): "it was never sent: \(obstacle)"
        case .unanswered:
            "it was sent, and no answer tells what became of it; it may have been delivered"
        }
    }
}

/// A reason why a push was not sent at all.
///
/// No case holds an address or a secret.
@nonexhaustive
public enum PushObstacle: String, CaseIterable, Hashable, Sendable {
    /// Its time was over before there was capacity, or it had no time.
    case time
    /// The transport's queue was full.
    case queueFull = "queue"
    /// The service's name cannot be resolved, it does not answer, or it ends the connection.
    case network
    /// The proxy cannot be reached, does not connect to the service, or rejects its credentials.
    case proxy
    /// TLS failed: the server does not prove its name, rejects the client's certificate, or fails
    /// otherwise.
    case tls
    /// The server does not speak the protocol.
    case wrongProtocol = "protocol"
    /// The service rejects the transport's key or certificate.
    case credentials
    /// The transport was closed.
    case closed
}

extension PushObstacle: CustomStringConvertible {
    /// The obstacle, and what to check, for people.
    public var description: String {
        switch self {
        case .time: "no connection was ready, or had room, in time"
        case .queueFull: "too many wait already; send fewer at once, or later"
        case .network: "no answer; check the name, the port and the network"
        case .proxy:
            "the proxy lays no way to the service, or is not there; "
                + "check it, its credentials and its rules"
        case .tls:
            "there is no secure connection; "
                + "check the name, the clock, the trusted roots and the certificate that is shown"
        case .wrongProtocol: "what answers is no such service; check the name and the port"
        case .credentials:
            "the service does not take the key or the certificate; check it, its ids and the clock"
        case .closed: "the client was closed"
        }
    }
}
