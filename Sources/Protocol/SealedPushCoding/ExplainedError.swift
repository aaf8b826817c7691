// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An error that says what is wrong, in words for people.
///
/// No text holds content, a key, a name, a code or a path: errors end up in logs.
public protocol ExplainedError: Error, Sendable {
    /// The class of the failure, for logs and tools: the case's name, or that of the error inside.
    var name: String { get }
    /// Whether ``name`` is a class of the specification, which a command prints behind the message.
    var isClass: Bool { get }
    /// What is wrong: in lower case, without a full stop.
    var message: String { get }
}

extension ExplainedError {
    /// The name of the case.
    public var name: String { caseName }
    /// False.
    public var isClass: Bool { false }
}

extension ExplainedError {
    /// The name of the case, without what it holds.
    package var caseName: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}

extension ExplainedError where Self: RawRepresentable<String> {
    /// The class's name in the specification.
    public var name: String { rawValue }
    /// True.
    public var isClass: Bool { true }
}
