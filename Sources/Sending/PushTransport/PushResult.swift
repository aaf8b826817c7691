// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// What became of a push, whatever carried it; there is nothing else that can.
public enum PushResult<ID: Hashable & Sendable, Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The push service has taken it under this id, and delivers it when it can.
    ///
    /// The receipt is what the service calls it in its own logs, if it says so: of APNs
    /// `apns-unique-id`.
    case accepted(ID, receipt: String? = nil)
    /// It was not delivered for now, or nobody knows: it may be sent again, under the same id, but not earlier.
    case retry(after: Duration, because: RetryCause<Refusal>)
    /// The device is no longer there, since the moment that the service names; the push is never sent to it again.
    ///
    /// Whether its address is to be forgotten says ``isAddressDead(registered:)``.
    case deviceGone(since: Timestamp?)
    /// The service did not take it, and would not the next time: at best a correction helps.
    case rejected(Refusal)

    /// Whether the address of a device is to be forgotten that was registered at `registration`.
    ///
    /// It is where the service knows it to be inactive at a later moment; where the app has registered again since, or
    /// the service names no moment, it is not.
    public func isAddressDead(registered registration: Timestamp) -> Bool {
        guard case .deviceGone(let since?) = self else { return false }
        return since > registration
    }
}

extension PushResult: CustomStringConvertible {
    /// What became of the push and what to do, for people.
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
