// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import Logging
import SealedPush
import Synchronization

/// Tells people what goes wrong on the way, each thing once.
struct NoteLog: LogHandler {
    private final class Told: Sendable {
        let notes = Mutex<Set<String>>([])
    }

    private let told = Told()
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let cause = event.metadata?["cause"].map { " (\($0))" } ?? ""
        let note = "\(event.message)\(cause)"
        guard told.notes.withLock({ $0.insert(note).inserted }) else { return }
        Console.note(note)
    }
}

/// Writes a log as an object of JSON a line, to standard error.
struct JSONLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(_ level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = JSONWriter.object { line in
            line.add("time", Date().formatted(.iso8601))
            line.add("level", event.level.rawValue)
            line.add("message", "\(event.message)")
            let more = metadata.merging(event.metadata ?? [:]) { $1 }
            for (key, value) in more.sorted(by: { $0.key < $1.key })
            where !["time", "level", "message"].contains(key) {
                line.add(key, "\(value)")
            }
        }
        // The server goes on, whatever becomes of the line.
        Console.log(json: line)
    }
}
