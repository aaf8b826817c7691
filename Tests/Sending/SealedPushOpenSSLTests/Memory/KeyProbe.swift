// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport

/// A running `OpenSSLProbe`, which has done all that it does and waits.
final class KeyProbe {
    /// It ended before it was ready, or not well.
    struct Failure: Error {
        let lines: [String]
    }

    /// What it signs: a provider token.
    static let message =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIn0"

    /// What it wrote before it was ready.
    let lines: [String]
    /// Its number.
    var id: Int32 { process.program.id }
    private let process: ProbeProcess
    private let folder = TemporaryFolder()

    init(_ mode: String) throws {
        let samples = Repository.folder + "Tests/Sending/SealedPushOpenSSLTests/Samples"
        process = try ProbeProcess(
            BuiltProgram.named("OpenSSLProbe").path,
            [samples, folder.path, Self.message, mode],
            // Else the linker saves registers on the stack, with what was copied last, where a
            // function is first called.
            environment: ["LD_BIND_NOW": "1"]
        )
        var lines: [String] = []
        while lines.last != "ready" {
            guard let line = try process.line(within: patience) else {
                throw Failure(lines: lines)
            }
            lines.append(line)
        }
        self.lines = lines.dropLast()
    }

    /// What it wrote into its folder.
    func file(_ name: String) throws -> [UInt8] { try folder.read(name) }

    /// Lets it go on, to its end.
    func finish() throws {
        process.tell("")
        guard try process.finish(within: patience).end == .exitCode(0) else {
            throw Failure(lines: lines)
        }
    }
}
