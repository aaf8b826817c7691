// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

/// One of the rules that every transport keeps, and the way to find out whether it does.
///
///     @Test(arguments: PushTransportCheck.allCases)
///     func `keeps the rules of transports`(_ check: PushTransportCheck) async {
///         await expectConformance(of: MyService(), to: check)
///     }
///
/// No check depends on how fast anything is. One of a transport that never gives a result does not
/// end.
@nonexhaustive
public enum PushTransportCheck: String, CaseIterable, Sendable {
    /// What the service accepts is accepted, under its id, and sent once.
    case accepted
    /// A device that is gone is told of, and the push is not sent again.
    case deviceGone
    /// What the service refuses for good is rejected, and not sent again.
    case rejected
    /// What it refuses for now comes back with a delay, and is not sent again by itself.
    case refusedForNow
    /// What gets no answer in its time comes back as one that may have been delivered.
    case unanswered
    /// What has no time is never sent, and says so.
    case notSent
    /// A cancelled call ends, and others are served.
    case cancellation
    /// If the connection breaks nothing is lost, nothing that was accepted is sent again, and what
    /// is has its id.
    case brokenConnection
    /// Of many at once each has its own result, and is sent once.
    case concurrency
    /// Closing waits for what is under way, and takes no more.
    case close
    /// Closing ends in its time, and what has no answer says so.
    case closeInTime

    /// The faults of a transport by this rule; none if it keeps it.
    public func failures<Service: ScriptedPushService>(
        of service: Service
    ) async -> [PushTransportFailure] {
        guard let transport = try? await service.makeTransport() else { return [.notMade] }
        var run = CheckRun(service: service, transport: transport)
        switch self {
        case .accepted: await run.answered(.accept)
        case .deviceGone: await run.answered(.deviceGone)
        case .rejected: await run.answered(.reject)
        case .refusedForNow: await run.answered(.refuseForNow)
        case .unanswered: await run.unanswered()
        case .notSent: await run.notSent()
        case .cancellation: await run.cancellation()
        case .brokenConnection: await run.brokenConnection()
        case .concurrency: await run.concurrency()
        case .close: await run.close()
        case .closeInTime: await run.closeInTime()
        }
        await transport.close(within: .zero)
        run.checkIDs()
        return run.failures
    }
}

/// Something that a transport does and should not.
@nonexhaustive
public enum PushTransportFailure: Hashable, Sendable {
    /// A push has another result than the service gave.
    case wrongResult(push: Int)
    /// A push reached the service so many times, though not as often as it should have.
    case arrived(push: Int, times: Int)
    /// Pushes reached the service under ids that were not theirs.
    case foreignIDs(Int)
    /// A push was cancelled, and the call did not say so.
    case notCancelled(push: Int)
    /// A push that is to be sent again has no time to wait.
    case noDelay(push: Int)
    /// The transport could not be made.
    case notMade
}

extension PushTransportFailure: CustomStringConvertible {
    /// The fault, in a sentence.
    public var description: String {
        switch self {
        case .wrongResult(let push): "push \(push) has another result than the service gave"
        case .arrived(let push, let times): "push \(push) reached the service \(times) times"
        case .foreignIDs(let count):
            "\(count) pushes reached the service under an id that no push has"
        case .notCancelled(let push): "push \(push) was cancelled, and the call did not say so"
        case .noDelay(let push): "push \(push) is to be sent again without any delay"
        case .notMade: "the transport could not be made"
        }
    }
}
