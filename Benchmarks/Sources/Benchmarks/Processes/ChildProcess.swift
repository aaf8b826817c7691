// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process of its own, so that its peak memory and its cores are its own.
struct ChildProcess {
    private let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Prepares a product of this package, which stands beside this one; `cores` keeps it on the first few.
    init(_ product: String, _ arguments: [String], onFirst cores: Int? = nil) throws {
        name = product
        let executable = try Self.executable(product)
        if let cores {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
            process.arguments = ["--cpu-list", "0-\(cores - 1)", executable.path] + arguments
        } else {
            process.executableURL = executable
            process.arguments = arguments
        }
        process.standardInput = input
        process.standardOutput = output
    }

    /// Prepares any program, which is found by its name where it has no path.
    init(program: String, _ arguments: [String]) {
        name = program
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        // Where Debian has servers, and not everybody's path leads.
        var environment = ProcessInfo.processInfo.environment
        environment["PATH", default: ""] += ":/usr/sbin"
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
    }

    /// Where a product of this package is.
    static func executable(_ product: String) throws -> URL {
        guard let own = Bundle.main.executableURL else {
            throw BenchmarkFailure("this executable does not know where it is")
        }
        return own.deletingLastPathComponent().appendingPathComponent(product)
    }

    /// Starts it with `text` as its standard input.
    func start(_ text: [UInt8] = []) throws {
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: text)
        try input.fileHandleForWriting.close()
    }

    /// What it printed, once it has ended well.
    func finish() throws -> Data {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            // As env and shells say it.
            guard process.terminationStatus != 127 else {
                throw BenchmarkFailure("\(name) is not installed; .ci/deps --bench does it")
            }
            throw BenchmarkFailure("\(name) ended with status \(process.terminationStatus)")
        }
        return data
    }

    /// Starts it, and gives its standard input no end: what waits for that runs until ``stop()``.
    func startServer() throws {
        try process.run()
    }

    /// Writes a line to its standard input.
    func tell(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Array((line + "\n").utf8))
    }

    /// The next line that it prints.
    func nextLine() throws -> String {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Has it end; by force, since it holds the signals back that the thread held back which has started it.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// The id that the system gave it.
    var id: Int32 { process.processIdentifier }
}
