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

/// A phone and a server with years behind them, on a simulated disk: what every operation begins with.
///
/// The phone's store is in `/store`, the server's in `/server`, their key in `/key`; `/inputs` holds what operations are
/// given: pushes, bundles, identities. Each operation has objects of its own in it, so that many may run at once.
package struct Scene: Sendable {
    /// The disk, all of it durable.
    package let disk: SimulatedDisk

    /// The moment at which everything takes place.
    package static let now = Timestamp(clamping: 1_750_000_000_000)

    /// Where the phone's store stands.
    package static let phone = "/store"
    /// Where the server's store stands.
    package static let server = "/server"
    /// Where a store can be made.
    package static let new = "/new"
    /// The file that holds the key of both.
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
