// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushRelay
import SealedPushSidecar
import ServerStore

extension SidecarOptions {
    private var folder: DatabaseFolder { DatabaseFolder(data.text, of: .sidecar) }

    /// What errors call the database.
    var words: String { folder.words }

    /// Opens the database, and makes it with its folder if it is not there and may be made.
    func open(making makes: Bool) throws(CommandError) -> SidecarDatabase {
        guard makes || folder.hasDatabase else {
            throw .usage(
                "there is no sidecar in \(data.text)",
                hint: "--data names the folder of one; 'run' and 'apikey make' make it"
            )
        }
        try folder.make()
        return try folder.open { path, clock throws(ServerStoreError) in
            try SidecarDatabase(path: path, clock: clock)
        }
    }

    /// Opens the database of a sender for an app, and makes it; refuses one of others.
    func open(
        of sender: SenderIdentity,
        _ rule: SubscriptionRule
    ) async throws(CommandError) -> SidecarDatabase {
        let database = try open(making: true)
        let owner: DatabaseOwner
        do throws(ServerStoreError) {
            owner = try await database.own(as: sender, rule)
        } catch {
            throw CommandError(error, of: words)
        }
        let (name, what): (String, String)
        switch owner {
        case .own: return database
        case .otherApp: (name, what) = ("otherApp", "another app (--topic)")
        case .otherSender:
            (name, what) = ("otherSender", "another sender, or its next identity (--store, --as)")
        }
        throw CommandError(
            .storeUnusable,
            name: name,
            "\(words) is for \(what)",
            hint: "a sidecar has a folder for each sender and app: name another one (--data)"
        )
    }
}
