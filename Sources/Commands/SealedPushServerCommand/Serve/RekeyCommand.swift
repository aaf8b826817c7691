// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay
import ServerStore

/// Seals the push tokens of a relay again with the newest key.
struct RekeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Seal a relay's push tokens again with the newest key of its file.",
        discussion: """
            It may be stopped and started again. Once it ends with 0 the older keys are not needed \
            any more. On SQLite the server has to be stopped for it.
            """
    )

    @OptionGroup var relay: RelayOptions

    func run() async throws {
        let place = try RelayPlace(try await relay.reader())
        let (store, secrets) = try await place.open(making: false)
        let report: Rekeying
        do throws(ServerStoreError) {
            report = try await store.rekey(with: secrets.tokens)
        } catch {
            throw CommandError(error, of: place.database.words)
        }
        let line = JSONWriter.object { line in
            line.add("changed", report.changed)
            line.add("failed", report.failed)
        }
        try Console.result(json: line)
        guard report.failed == 0 else {
            throw CommandError.failure(
                "\(report.failed) devices can't be read, or no key of the file opens their token"
            )
        }
    }
}
