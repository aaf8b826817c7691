// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushContacts
import SealedPushCrypto
package import SealedPushKeys
package import SealedPushReceiver
import SealedPushSender
package import SealedPushStore
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

/// Where an operation works: a scene on some disk, opened over some file system.
package struct Bench: Sendable {
    /// The folder that the scene stands in; empty where it is the topmost one.
    package let root: String
    /// The calls that the operation makes.
    package let files: any BackupFileSystem
    /// The phone's store.
    package let phone: RecordStore
    /// The server's store.
    package let server: RecordStore
    private let tablet: RecordStore
    private let watch: RecordStore

    private let inputs: [String: [UInt8]]

    /// Why an operation has nothing to work on.
    struct Failure: Error {}

    /// Opens a scene.
    package init(in root: String, on files: any BackupFileSystem) throws {
        self.root = root
        self.files = files
        let key = root + Scene.key
        phone = try RecordStore.open(at: root + Scene.phone, key: .file(key), files: files)
        server = try RecordStore.open(at: root + Scene.server, key: .file(key), files: files)
        tablet = try RecordStore.open(at: root + Scene.tablet, key: .file(key), files: files)
        watch = try RecordStore.open(at: root + Scene.watch, key: .file(key), files: files)
        var inputs: [String: [UInt8]] = [:]
        for name in try files.names(in: root + Scene.inputs) {
            let path = "\(root)\(Scene.inputs)/\(name)"
            inputs[name] = try files.contents(of: path, upTo: 1 << 16)
        }
        self.inputs = inputs
    }

    /// What the operation was given under this name.
    package func input(_ name: String) throws -> [UInt8] {
        guard let input = inputs[name] else { throw Failure() }
        return input
    }

    /// An identity that the operation was given.
    package func identity(_ name: String) throws -> SenderIdentity {
        let bytes = try input(name)
        return try SenderIdentity(reading: bytes.span)
    }

    /// A bundle that the operation was given.
    package func bundle(_ name: String) throws -> DeviceBundle {
        let bytes = try input(name)
        return try DeviceBundle(reading: bytes.span)
    }

    /// How many one-time prekeys devices of scenes keep: making the usual hundred at each point
    /// takes too long.
    package static let few = StockLevel(full: 3, low: 2)

    /// The keys of the device at a place.
    package func keys(at place: String) throws -> DeviceKeys {
        let store = place == Scene.phone ? phone : place == Scene.tablet ? tablet : watch
        return try DeviceKeys(in: store, keeping: Self.few)
    }

    /// The phone's keys, as a process that opens the store has them.
    package func keys() throws(KeyError) -> DeviceKeys { try DeviceKeys(in: phone) }

    /// The phone's receiver.
    package func receiver() throws(ReceiverError) -> NotificationReceiver {
        try NotificationReceiver(store: phone)
    }

    /// The phone's contacts.
    package var contacts: ContactBook { ContactBook(phone) }

    /// The server's memory.
    package var memory: StoredSenderMemory { StoredSenderMemory(in: server) }
}
