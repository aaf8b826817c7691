// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushContacts
package import SealedPushKeys
package import SealedPushReceiver
package import SealedPushStore

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
