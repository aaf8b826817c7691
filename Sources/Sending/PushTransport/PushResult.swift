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
