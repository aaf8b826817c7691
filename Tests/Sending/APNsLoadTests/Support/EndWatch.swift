// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Hears from a client's log which connections it gave up as silent.
struct EndWatch: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    private let ledger: Ledger

    init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard event.message == "disconnected", event.metadata?["cause"] == "silence" else { return }
        ledger.noteSilence()
    }
}
