// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    var hasAny: Bool {
        let sockets = sockets
        guard !sockets.isEmpty else { return false }
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
