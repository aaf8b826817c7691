// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Logging
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
