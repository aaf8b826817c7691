// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

/// An action of a push service on a push that reached it.
@nonexhaustive
public enum PushServiceAction: Hashable, Sendable {
    /// It accepts it.
    case accept
    /// It says that the device is gone.
    case deviceGone
    /// It refuses it for good.
    case reject
    /// It refuses it for now.
    case refuseForNow
    /// It says nothing, until ``ScriptedPushService/answerHeld(_:)``.
    case hold
    /// It breaks the connection, without an answer.
    case breakConnection
}

/// A push service that follows a script, which the author of a transport provides for its checks.
public protocol ScriptedPushService: Sendable {
    /// The transport that is checked.
    associatedtype Transport: PushTransport

    /// What is sent; it serves for all.
    var push: OutgoingPush { get }

    /// A new transport to the service.
    func makeTransport() async throws -> Transport

    /// The address of a device.
    func address(_ number: Int) -> Transport.Address

    /// The id of a push: for each number another, always the same.
    func id(_ number: Int) -> Transport.ID

    /// Forgets what came, and from now on does with each push as the script says: which push it is,
    /// by its id, and how often it came, this time included.
    func begin(_ script: @escaping @Sendable (Transport.ID, Int) -> PushServiceAction)

    /// The pushes that came whole since then, in their order, each before it is answered.
    var arrivals: [Transport.ID] { get }

    /// Answers what it has held.
    func answerHeld(_ action: PushServiceAction)
}
