// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SimulationSupport
import Synchronization

/// A program that has run to its end.
package struct Tool: Sendable {
    /// Its exit code, or 128 and the number of the signal that ended it.
    package let status: Int32
    /// The bytes of its standard output.
    package let bytes: [UInt8]
    /// The text of its standard error.
    package let errors: String

    /// Its standard output as text.
    package var output: String { String(decoding: bytes, as: UTF8.self) }

    /// Runs a program, which has nothing to read.
    ///
    /// - Parameters:
    ///   - program: Where the program is.
    ///   - arguments: What it is given after its own name.
    ///   - folder: The folder that it runs in.
    ///   - environment: What is added to its environment.
    /// - Returns: Its end and what it wrote.
    /// - Throws: Why it was not started.
    package static func run(
        _ program: URL,
        _ arguments: [String] = [],
        in folder: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Tool {
        let (output, errors) = (Pipe(), Pipe())
        let place = folder.map { ["/usr/bin/env", "-C", $0] } ?? []
        let words = place + [program.path] + arguments
        let process = try ChildProcess(
            words[0],
            Array(words.dropFirst()),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            streams: [.nothing]
                + [output, errors].map { .descriptor($0.fileHandleForWriting.fileDescriptor) }
        )
        for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
        let told = Mutex(Data())
        let isTold = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let data = try? errors.fileHandleForReading.readToEnd()
            told.withLock { $0 = data ?? Data() }
            isTold.signal()
        }
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        isTold.wait()
        return Tool(
            status: process.waitForEnd().status,
            bytes: [UInt8](data),
            errors: String(decoding: told.withLock(\.self), as: UTF8.self)
        )
    }

    /// Runs a script in a folder, in which the built commands are found; it ends with the first
    /// that fails.
    package static func shell(_ script: String, in folder: String) throws -> Tool {
        let programs = BuiltProgram.folder.path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try run(
            URL(filePath: "/bin/sh"),
            ["-ec", script],
            in: folder,
            environment: ["PATH": "\(programs):\(path)"]
        )
    }
}

/// A program that failed, with what it wrote to standard error.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String
}

/// The programs that tests run; they are built beside the tests.
public enum BuiltProgram {
    /// The place of the program with this name.
    public static func named(_ name: String) -> URL { folder.appending(path: name) }

    /// The folder that has them all.
    public static var folder: URL {
        #if canImport(Darwin)
            let tests = Bundle(for: Mark.self).bundleURL
        #else
            let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent()
    }

    #if canImport(Darwin)
        /// A class that is linked into the tests.
        private final class Mark {}
    #endif
}
