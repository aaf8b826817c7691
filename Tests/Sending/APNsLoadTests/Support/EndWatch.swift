// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Hears from a client's log which connections it gave up as silent, and which APNs ended.
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
        switch event.message {
        case "disconnected": if event.metadata?["cause"] == "silence" { ledger.noteSilence() }
        case "APNs ends the connection":
            ledger.noteGoAway(event.metadata?["reason"]?.description ?? "")
        default: break
        }
    }
}
