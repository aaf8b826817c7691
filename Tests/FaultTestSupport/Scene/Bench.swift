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
    package let files: any StoreFileSystem
    /// The phone's store.
    package let phone: RecordStore
    /// The server's store.
    package let server: RecordStore

    private let inputs: [String: [UInt8]]

    /// Why an operation has nothing to work on.
    struct Failure: Error {}

    /// Opens a scene.
    package init(in root: String, on files: any StoreFileSystem) throws {
        self.root = root
        self.files = files
        let key = root + Scene.key
        phone = try RecordStore.open(at: root + Scene.phone, key: .file(key), files: files)
        server = try RecordStore.open(at: root + Scene.server, key: .file(key), files: files)
        var inputs: [String: [UInt8]] = [:]
        for name in try files.names(in: root + Scene.inputs) {
            let path = "\(root)\(Scene.inputs)/\(name)"
            inputs[name] = try files.contents(of: path, upTo: 1 << 14)
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

    /// The phone's keys, as whoever opens the store has them.
    package func keys() throws(KeyError) -> DeviceKeys { try DeviceKeys(in: phone) }

    /// The phone's receiver.
    package func receiver() throws(KeyError) -> NotificationReceiver {
        try NotificationReceiver(store: phone)
    }

    /// The phone's contacts.
    package var contacts: ContactBook { ContactBook(phone) }

    /// The server's memory.
    package var memory: StoredSenderMemory { StoredSenderMemory(in: server) }
}
