// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An error that says what is wrong, in words for people.
///
/// No text holds content, a key, a name, a code or a path: errors end up in logs.
public protocol ExplainedError: Error, Sendable {
    /// What is wrong: in lower case, without a full stop.
    var message: String { get }
}

/// An error whose class tools know, by a name that is written out: it outlives that of a case.
public protocol NamedError: ExplainedError {
    /// The class of the failure, for logs and tools, and what is wrong; or those of the error
    /// inside.
    var explanation: (name: String, message: String) { get }
    /// Whether ``name`` is a class of the specification, which a command prints behind the message.
    var isClass: Bool { get }
}

extension NamedError {
    /// The class of the failure, for logs and tools.
    public var name: String { explanation.name }
    /// What is wrong: in lower case, without a full stop.
    public var message: String { explanation.message }
    /// False.
    public var isClass: Bool { false }
}
