// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The built `sealedpush-server`, or `sealedpush-lab` where arguments begin with it, as a shell runs
/// it.
enum BuiltCommand {
    /// Runs it behind a line of a shell, in which `"$@"` stands for it.
    ///
    /// A run that does not end is ended by SIGTERM after two minutes, which the status tells (124).
    static func run(
        _ arguments: [String],
        _ line: String = #"exec "$@""#
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let isLab = arguments.first == "sealedpush-lab"
        let program = BuiltProgram.named(isLab ? "sealedpush-lab" : "sealedpush-server").path
        process.arguments =
            ["-c", line, "sh", "timeout", "120", program] + arguments.dropFirst(isLab ? 1 : 0)
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both are shorter than what a pipe holds.
        process.waitUntilExit()
        let texts = try [output, errors].map { pipe in
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return (signal + process.terminationStatus, texts[0], texts[1])
    }
}
