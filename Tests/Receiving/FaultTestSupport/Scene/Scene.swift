// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
package import StoreTestSupport

/// A phone and a server with years behind them, on a simulated disk: what every operation begins
/// with.
///
/// The phone's store is in `/store`, the server's in `/server`, the key of all in `/key`; `/inputs`
/// holds what operations are given: pushes, bundles, identities. Each operation has objects of its
/// own in it, so that many may run at once.
package struct Scene: Sendable {
    /// The disk, all of it durable.
    package let disk: SimulatedDisk

    /// The moment at which everything takes place.
    package static let now = Timestamp(clamping: 1_750_000_000_000)

    /// When maintenance last looked at the phone's clock, so that a run judges by this.
    package static let confirmed = now.advanced(by: .hours(-20))

    /// Where the phone's store stands.
    package static let phone = "/store"
    /// Where the server's store stands.
    package static let server = "/server"
    /// Where the store of a tablet stands, whose prekeys a directory gives out.
    package static let tablet = "/tablet"
    /// Where the store of a watch stands, whose prekeys are to be revoked.
    package static let watch = "/watch"
    /// Where a store can be made.
    package static let new = "/new"
    /// Where a store with a passphrase stands.
    package static let vault = "/vault"
    /// Where a store can be restored.
    package static let restored = "/restored"
    /// Where a backup can be written.
    package static let backup = "/backup"
    /// Where devices receive.
    package static let devices = [phone, tablet, watch]
    /// Every place where a store stands or may come to stand, but that with a passphrase.
    package static let places = [phone, tablet, watch, server, new, restored]

    /// The passphrase of the vault, and then its next one; of backups the first.
    static let passphrases = ["marmalade lantern", "tambourine harbour"]

    /// One of the passphrases.
    static func passphrase(_ number: Int) -> SecretBytes {
        let bytes = Array(passphrases[number].utf8)
        return SecretBytes(copying: bytes.span)
    }

    /// The file that holds the key of all others.
    package static let key = "/key"
    /// The folder of what operations are given.
    package static let inputs = "/inputs"

    /// The app that the phone receives for.
    package static let topicText = "com.example.app"

    /// Makes the scene.
    package init() async throws {
        let builder = try SceneBuilder()
        try await builder.build()
        disk = builder.files.disk
    }

    /// The scene as files that can be put anywhere.
    package func image() throws -> FolderImage {
        try FolderImage(of: "", on: SimulatedFileSystem(disk), now: disk.now)
    }
}
