// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a run of `open` printed.
struct DemoOpening {
    private let output: JSONDocument?
    private let status: Int32

    init(_ run: DemoStage.Run) {
        output = try? JSONDocument(reading: run.output)
        status = run.status
    }

    /// How it ended: status or error class, and exit code.
    var summary: String {
        let status = text("error") ?? text("status") ?? "no JSON"
        return "\(status), exit code \(self.status)"
    }

    /// Title, subtitle and body, as far as there are any.
    var lines: [String] {
        ["title", "subtitle", "body"].compactMap { name in
            let line = output?.root["notification"]?[name]?.string
            return line == "" ? nil : line
        }
    }

    /// The payload that was opened, without the escapes that it has for a terminal.
    var content: [UInt8]? {
        output?.root["payload"].flatMap { payload in
            payload.isNull ? nil : (try? JSONDocument(reading: Array(payload.bytes)))
        }?.compacted().bytes
    }

    /// The line that says who the notification is from.
    var title: String { output?.root["notification"]?["title"]?.string ?? "none" }

    /// What the sender is called.
    var senderName: String { output?.root["sender"]?["name"]?.string ?? "no sender" }

    private func text(_ name: String) -> String? { output?.root[name]?.string }
}
