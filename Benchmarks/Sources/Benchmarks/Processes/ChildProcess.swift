// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process of its own, so that its peak memory and its cores are its own.
struct ChildProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Prepares a product of this package, which stands beside this one; `cores` keeps it on the first few.
    init(_ product: String, _ arguments: [String], onFirst cores: Int? = nil) throws {
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
            let name = process.executableURL?.lastPathComponent ?? ""
            throw BenchmarkFailure("\(name) ended with status \(process.terminationStatus)")
        }
        return data
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// The id that the system gave it.
    var id: Int32 { process.processIdentifier }
}
