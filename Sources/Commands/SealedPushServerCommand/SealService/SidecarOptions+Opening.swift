// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushRelay
import SealedPushSidecar

extension SidecarOptions {
    /// Opens the database, and makes it with its folder if it is not there and may be made.
    func open(making makes: Bool) throws(CommandError) -> SidecarDatabase {
        guard !data.isEmpty else { throw .usage("--data names no folder") }
        guard makes || FileManager.default.fileExists(atPath: "\(data)/sidecar.sqlite") else {
            throw .usage(
                "there is no sidecar in \(data)",
                hint: "--data names the folder of one; 'run' and 'apikey make' make it"
            )
        }
        do {
            try FileManager.default.createDirectory(
                atPath: data,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .failure("the folder \(data) can't be made")
        }
        do throws(RelayStoreError) {
            return try SidecarDatabase(path: "\(data)/sidecar.sqlite") {
                Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
            }
        } catch .foreign {
            throw CommandError(
                .storeUnusable,
                name: "foreign",
                "the database in \(data) is another program's, or of a later version",
                hint: "a sidecar has a folder of its own, and not a relay's"
            )
        } catch {
            throw CommandError(error)
        }
    }

    /// Asks the database, and tells what is wrong in the user's words.
    func asking<Value>(
        making makes: Bool = false,
        _ body: (SidecarDatabase) async throws(RelayStoreError) -> Value
    ) async throws(CommandError) -> Value {
        let database = try open(making: makes)
        do throws(RelayStoreError) {
            return try await body(database)
        } catch {
            throw CommandError(error)
        }
    }
}
