// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The rules of docs/protocol and the claims of docs/claims.md that a test or a suite holds.
///
/// Before a run begins, a line for each test that it plans is added to the file that
/// `SEALEDPUSH_RULES` names, if it is set. `.ci/rules` makes the table of all rules from these lines
/// and the run's results. An exit test's process plans no test, so it adds none.
public struct RuleTrait: TestTrait, SuiteTrait {
    let rules: String

    /// Each test of a suite holds the suite's rules.
    public var isRecursive: Bool { true }

    /// Adds the line: the test's identifier, a tab and its rules.
    ///
    /// - Throws: The system's error if the file takes no line.
    public func prepare(for test: Test) async throws {
        guard !test.isSuite, let path = ProcessInfo.processInfo.environment["SEALEDPUSH_RULES"]
        else { return }
        let line = "\(test.id)\t\(rules)\n"
        // A line that is written at once stands alone, whichever processes write beside it.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        let written = unsafe write(file, line, line.utf8.count)
        guard written == line.utf8.count else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}

extension Trait where Self == RuleTrait {
    /// The rules and claims that a test or a suite holds, such as `"M-19 C-2"`.
    public static func rules(_ rules: String) -> Self { RuleTrait(rules: rules) }
}
