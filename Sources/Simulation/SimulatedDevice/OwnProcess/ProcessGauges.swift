// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads how much anonymous memory a process has: what an extension's limit is about.
///
/// Pages of the program and its libraries don't count; those are shared and can be read again.
final class MemoryGauge: Sendable {
    private let descriptor: Int32

    /// Opens what the system tells of a process, as `/proc/1`; it gives nothing where there is
    /// none.
    init(folder: String) {
        descriptor = unsafe open("\(folder)/statm", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The anonymous memory now, in bytes; nil where the process has ended.
    var anonymousMemory: Int? {
        var text = [UInt8](repeating: 0, count: 128)
        let count = unsafe text.withUnsafeMutableBytes { text in
            unsafe pread(descriptor, text.baseAddress, text.count, 0)
        }
        guard count > 0 else { return nil }
        // In pages: all, those in memory, those of them that belong to files, and more.
        let fields = text.prefix(count).split(separator: UInt8(ascii: " "))
        guard fields.count > 2, let resident = Int(String(decoding: fields[1], as: UTF8.self)),
            let shared = Int(String(decoding: fields[2], as: UTF8.self)), resident > 0
        else { return nil }
        return (resident - shared) * Self.pageSize
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
}

/// What the system tells of the files that a process has open.
struct OpenFiles {
    private let folder: String

    /// Those of a process, by the folder in which the system tells about it.
    init(of folder: String) {
        self.folder = folder
    }

    /// What each descriptor leads to, by its number.
    var targets: [String: String] {
        let descriptors = "\(folder)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.reduce(into: [:]) { targets, name in
            let path = "\(descriptors)/\(name)"
            targets[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        }
    }

    /// The whole text of a file of the system's: it says that it has no bytes, so Foundation reads
    /// a part alone.
    static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}

/// The TCP connections of a process, as `/proc` tells of them.
struct OpenConnections {
    /// What the system calls the states of a connection that is open, and of one that is being
    /// opened.
    private static let states: Set<Substring> = ["01", "02"]

    /// The folder in which the system tells about the process.
    private let folder: String

    /// Those of the process with this number.
    init(of process: pid_t) {
        folder = "/proc/\(process)"
    }

    /// Whether the process has a connection that is open, or being opened.
    ///
    /// The tables of TCP take the system milliseconds, however short they are, so they are asked
    /// for only if there is a socket of another kind than the channel to the device.
    var hasAny: Bool {
        let sockets = sockets
        let local = Self.localSockets(in: OpenFiles.text(of: "\(folder)/net/unix"))
        guard !sockets.isSubset(of: local) else { return false }
        return ["tcp", "tcp6"].contains { table in
            Self.has(OpenFiles.text(of: "\(folder)/net/\(table)"), anyOf: sockets)
        }
    }

    /// Whether a table of the system's has an open connection that belongs to one of these sockets.
    static func has(_ table: String, anyOf sockets: Set<Substring>) -> Bool {
        table.split(separator: "\n").dropFirst().contains { line in
            // After the number and the two addresses comes the state; the tenth is the socket.
            let fields = line.split(separator: " ")
            return fields.count > 9 && states.contains(fields[3]) && sockets.contains(fields[9])
        }
    }

    /// The sockets in the system's table of those that lead to a process of this machine.
    static func localSockets(in table: String) -> Set<Substring> {
        // The seventh field is the socket.
        let lines = table.split(separator: "\n").dropFirst()
        return Set(lines.compactMap { $0.split(separator: " ").dropFirst(6).first })
    }

    /// The numbers of all sockets that the process has open.
    private var sockets: Set<Substring> {
        Set(OpenFiles(of: folder).targets.values.compactMap(Self.socket))
    }

    /// The number in the name of a socket, as `socket:[4711]`; nil of any other file.
    private static func socket(_ target: String) -> Substring? {
        guard target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
        return target.dropFirst("socket:[".count).dropLast()
    }
}
