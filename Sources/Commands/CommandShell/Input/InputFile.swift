// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import SealedPushCrypto

/// A file that an argument names, or `-` for standard input.
package struct InputFile: ExpressibleByArgument {
    package let path: String

    package static let standardInput = InputFile("-")

    /// More bytes than most of what commands read.
    package static let limit = 1 << 20

    package init?(argument: String) {
        guard let path = NamedPath(argument: argument) else { return nil }
        self.init(path.text)
    }

    /// Takes a path.
    package init(_ path: String) { self.path = path }

    /// How help shows it.
    package var defaultValueDescription: String { path }

    package var isStandardInput: Bool { path == "-" }

    /// The whole file, of at most `limit` bytes; a larger one ends the command with `status`.
    package func read(
        _ what: String,
        upTo limit: Int = InputFile.limit,
        tooLarge status: ExitStatus = .notAuthentic
    ) throws(CommandError) -> [UInt8] {
        let file = try open(what)
        if file.isTerminal { Console.note("reading the \(what) from standard input") }
        let tooLarge = CommandError(status, name: "tooLarge", "the \(what) is too large")
        guard file.size ?? 0 <= limit else { throw tooLarge }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit + 1, 1 << 16))
        var count = 0
        repeat {
            var span = piece.mutableSpan
            count = try file.read(into: &span, what)
            bytes += piece[..<count]
        } while count == piece.count && bytes.count <= limit
        guard bytes.count <= limit else { throw tooLarge }
        return bytes
    }

    /// The first `limit` bytes of a file of any length, of which the rest is read and dropped, so
    /// that its writer comes to an end.
    ///
    /// - Returns: The bytes, and whether they are the whole file.
    package func readStart(
        _ what: String,
        upTo limit: Int
    ) throws(CommandError) -> (bytes: [UInt8], isWhole: Bool) {
        let file = try open(what)
        if file.isTerminal { Console.note("reading the \(what) from standard input") }
        var bytes = [UInt8](repeating: 0, count: limit)
        var span = bytes.mutableSpan
        let count = try file.read(into: &span, what)
        guard count == limit else { return (Array(bytes[..<count]), true) }
        var rest = [UInt8](repeating: 0, count: 1 << 16)
        var isWhole = true
        while true {
            var span = rest.mutableSpan
            let count = try file.read(into: &span, what)
            if count > 0 { isWhole = false }
            if count < rest.count { return (bytes, isWhole) }
        }
    }

    /// The whole file, of at most `limit` bytes, which is a secret; one that others may use is
    /// refused.
    package func readSecret(
        _ what: String,
        upTo limit: Int = 4096
    ) throws(CommandError) -> SecretBytes {
        let file = try open(what)
        if !isStandardInput {
            guard !file.isForeign else { throw .secretOfAnother(what) }
            guard !file.isOpenToOthers else { throw .secretOpenToOthers(what) }
        }
        return try Self.wiped(file, what, upTo: limit)
    }

    /// The whole file, of at most `limit` bytes, which may be a secret, even if other users may
    /// read it.
    package func readWiped(
        _ what: String,
        upTo limit: Int = 4096
    ) throws(CommandError) -> SecretBytes {
        try Self.wiped(try open(what), what, upTo: limit)
    }

    private static func wiped(
        _ file: borrowing OpenFile,
        _ what: String,
        upTo limit: Int
    ) throws(CommandError) -> SecretBytes {
        var bytes = SecretBytes(count: limit + 1)
        let count = try bytes.withMutableBytes { target throws(CommandError) in
            try file.read(into: &target, what)
        }
        guard count <= limit else { throw .usage("the \(what) is too large") }
        return bytes.withBytes { SecretBytes(copying: $0.extracting(first: count)) }
    }

    /// Opens it; errors say `what` it is.
    package func open(_ what: String) throws(CommandError) -> OpenFile {
        isStandardInput ? .standardInput : try OpenFile(path, what)
    }
}

extension InputFile {
    /// The lines of the file that are not blank, with their numbers from 1.
    package func lines(
        _ what: String,
        upTo limit: Int = InputFile.limit
    ) throws(CommandError) -> [(number: Int, bytes: [UInt8])] {
        let all = try read(what, upTo: limit, tooLarge: .usage).split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        return all.enumerated().compactMap { index, line in
            let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            return isBlank ? nil : (index + 1, Array(line))
        }
    }
}

/// A path that an argument names.
///
/// It is not empty: an empty one is that of an option whose value a shell's variable lacks, and
/// would lead to the current folder, to the root, or to a default.
package struct NamedPath: ExpressibleByArgument {
    /// The path as it was given.
    package let text: String

    package init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// Takes a default.
    package init(_ text: StaticString) { self.text = "\(text)" }

    /// How help shows it.
    package var defaultValueDescription: String { text }
}
