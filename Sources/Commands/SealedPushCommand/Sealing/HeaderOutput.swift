// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushSender

/// The APNs headers of a sealed notification, as a file: one `name: value` a line, which curl takes
/// as `-H @file`.
struct HeaderOutput {
    private let file: OutputFile

    /// The file at `path`, which is refused now where it could not be replaced.
    init(_ path: String) throws(CommandError) {
        file = OutputFile(path, "headers", replacing: "apns-topic: ")
        try file.check()
    }

    func write(_ headers: APNsHeaders) throws(CommandError) {
        let lines = headers.fields.map { "\($0.name): \($0.value)\n" }.joined()
        do throws(CommandError) {
            try file.replace(Array(lines.utf8))
        } catch {
            throw CommandError(
                error.status,
                name: error.name,
                error.message,
                hint: "nothing was printed; seal again"
            )
        }
    }
}
