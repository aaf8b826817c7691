// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushSender

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The APNs headers of a sealed notification, as a file: one `name: value` a line, which curl takes as `-H @file`.
enum HeaderFile {
    static func write(_ headers: APNsHeaders, to path: String) throws(CommandError) {
        let lines = headers.fields.map { "\($0.name): \($0.value)\n" }.joined()
        do {
            try Data(lines.utf8).write(to: URL(filePath: path))
        } catch {
            throw CommandError(
                .failure,
                name: "outputFailed",
                "the headers can't be written",
                hint: "nothing was printed; seal again"
            )
        }
    }
}
