// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushRelay
import SealedPushSidecar

extension SidecarOptions {
    private var folder: DatabaseFolder { DatabaseFolder(data, of: .sidecar) }

    /// What errors call the database.
    var words: String { folder.words }

    /// Opens the database, and makes it with its folder if it is not there and may be made.
    func open(making makes: Bool) throws(CommandError) -> SidecarDatabase {
        guard !data.isEmpty else { throw .usage("--data names no folder") }
        guard makes || folder.hasDatabase else {
            throw .usage(
                "there is no sidecar in \(data)",
                hint: "--data names the folder of one; 'run' and 'apikey make' make it"
            )
        }
        try folder.make()
        return try folder.open { path, clock throws(RelayStoreError) in
            try SidecarDatabase(path: path, clock: clock)
        }
    }
}
