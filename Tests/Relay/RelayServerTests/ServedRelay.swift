// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A running `sealedpush-server serve`, or `seal-service run`, which a test may kill.
final class ServedRelay: Sendable {
    /// Where it is asked.
    let url: String
    /// Where health and metrics are.
    let operatorURL: String
    private let process: Mutex<Process>

    /// Starts it, and waits until it listens.
    init(
        _ arguments: [String],
        in folder: String,
        as command: [String] = ["serve"],
        environment: [String: String] = [:],
        descriptors: Int = 1024,
        within prefix: [String] = []
    ) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let program = BuiltProgram.named("sealedpush-server").path
        process.arguments =
            ["-c", #"ulimit -n "$0" && exec "$@""#, "\(descriptors)"] + prefix + [program]
            + command + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        // Unless the arguments or a file say otherwise, the app of most devices in tests; provider
        // tokens stay in the folder.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["SEALEDPUSH_APPS": "chat", "XDG_CACHE_HOME": folder + "/cache"]) { $1 }
            .merging(environment) { $1 }
        let log = URL(filePath: folder + (command == ["serve"] ? "/log" : "/sidecar.log"))
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let errors = try FileHandle(forWritingTo: log)
        try errors.seekToEnd()
        process.standardError = errors
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = AsyncStream<Data> { continuation in
            Thread.detachNewThread {
                // One line comes, or the end.
                continuation.yield(output.fileHandleForReading.availableData)
                continuation.finish()
            }
        }
        var line = Data()
        for await part in lines { line = part }
        let told = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        let answer = try #require(
            try? JSONSerialization.jsonObject(with: line) as? [String: String],
            "the relay did not start: \(told)"
        )
        url = try #require(answer["url"])
        operatorURL = answer["operator"].map { "http://" + $0 } ?? url
        self.process = Mutex(process)
    }

    deinit { send(SIGKILL) }

    /// The port that it listens at.
    var port: Int { get throws { try #require(URL(string: url)?.port) } }

    /// A path as the process sees it, which may have disks of its own.
    func path(_ path: String) -> String {
        let process = URL(filePath: "/proc/\(process.withLock(\.processIdentifier))")
        return process.appending(path: "root").path + path
    }

    /// Its resident memory, in KiB.
    var memory: Int {
        get throws {
            let process = process.withLock(\.processIdentifier)
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
        }
    }

    /// The value of a metric, by its name and labels; nil while it is not there.
    func metric(_ name: String) async throws -> Double? {
        let port = try #require(URL(string: operatorURL)?.port)
        let page = try await RelayReply.get("/metrics", at: port).body
        let line = page.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Kills it, at whatever it is doing.
    func kill() {
        send(SIGKILL)
        process.withLock { $0.waitUntilExit() }
    }

    /// Lets it end, and gives its status.
    func stop() -> Int32 {
        send(SIGTERM)
        return process.withLock { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private func send(_ signal: Int32) {
        process.withLock { if $0.isRunning { Foundation.kill($0.processIdentifier, signal) } }
    }
}

/// A program that runs to its end.
enum Tool {
    /// Runs a program in a folder, and gives what it printed.
    static func run(
        _ program: URL,
        _ arguments: [String],
        in folder: String,
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = program
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// A port of this machine that is free now, and that this process gives once.
    ///
    /// The system gives none of these to a client or to a server that asks for any.
    static func freePort() throws -> Int {
        while true {
            let port = UInt16.random(in: 20_000..<30_000)
            guard given.withLock({ $0.insert(port).inserted }) else { continue }
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            let isFree = unsafe withAddress(port: port) { address, count in
                unsafe bind(listener, address, count) == 0
            }
            if isFree { return Int(port) }
        }
    }

    private static let given = Mutex<Set<UInt16>>([])

    /// A socket that listens at a port of this machine.
    static func listen(at port: Int) throws -> Int32 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isBound = unsafe withAddress(port: UInt16(port)) { address, count in
            unsafe bind(listener, address, count) == 0
        }
        try #require(isBound && Glibc.listen(listener, 8) == 0)
        return listener
    }

    /// Whether a connection waits for being accepted; at once.
    static func hasConnection(_ listener: Int32) -> Bool {
        var look = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        // The one structure is given with its count.
        return unsafe poll(&look, 1, 0) > 0
    }

    /// A connection to a port of this machine.
    static func connect(to port: Int) throws -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = unsafe withAddress(port: UInt16(port)) { address, count in
            unsafe Glibc.connect(connection, address, count) == 0
        }
        try #require(isConnected)
        return connection
    }

    private static func withAddress<Value>(
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        // The address outlives the call, which is given its size.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
