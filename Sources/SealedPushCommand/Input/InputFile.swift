// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushCrypto

/// A file that an argument names, or `-` for standard input.
struct InputFile: ExpressibleByArgument {
    let path: String

    static let standardInput = InputFile(argument: "-")

    /// More than anything that this command reads.
    static let limit = 1 << 20

    init(argument: String) {
        path = argument
    }

    /// How help shows it.
    var defaultValueDescription: String { path }

    var isStandardInput: Bool { path == "-" }

    /// The whole file; one that is larger than anything of its kind ends the command with `status`.
    func read(_ what: String, tooLarge status: ExitStatus) throws(CommandError) -> [UInt8] {
        let file = try open(what)
        if file.isTerminal { Console.note("reading the \(what) from standard input") }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
        var span = bytes.mutableSpan
        let count = try file.read(into: &span, what)
        guard count <= Self.limit else {
            throw CommandError(status, name: "tooLarge", "the \(what) is too large")
        }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// The whole file, which is a secret and no longer than a passphrase; one that others may use is refused.
    func readSecret(_ what: String) throws(CommandError) -> SecretBytes {
        let file = try open(what)
        if !isStandardInput {
            guard !file.isForeign else { throw .secretOfAnother(what) }
            guard !file.isOpenToOthers else { throw .secretOpenToOthers(what) }
        }
        var bytes = SecretBytes(count: 4097)
        let count = try bytes.withMutableBytes { target throws(CommandError) in
            try file.read(into: &target, what)
        }
        guard count < bytes.count else {
            throw CommandError(.storeUnusable, name: "tooLarge", "the \(what) is too large")
        }
        return bytes.withBytes { SecretBytes(copying: $0.extracting(first: count)) }
    }

    /// Opens it; errors say `what` it is.
    func open(_ what: String) throws(CommandError) -> OpenFile {
        isStandardInput ? .standardInput : try OpenFile(path, what)
    }
}
