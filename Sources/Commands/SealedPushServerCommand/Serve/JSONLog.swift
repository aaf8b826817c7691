// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import SealedPush
import Synchronization

/// Writes a log as an object of JSON a line, to standard error.
struct JSONLog: LogHandler {
    private static let turn = Mutex(())
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
        // A log that can't be written is lost; the server goes on.
        Self.turn.withLock { _ in
            try? FileHandle.standardError.write(contentsOf: Data(line + [UInt8(ascii: "\n")]))
        }
    }
}
