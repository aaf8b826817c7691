// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// How a device is kept: the seed of its identity and, in the same record, its topic; the statement
/// that retires it.
///
/// One record, created once: no process ever sees an identity without its topic or with another's.
enum DeviceRecords {
    private static let deviceID = Array("identity".utf8)
    /// What a retirement is called, with the identity behind it: a store that was restored keeps
    /// its first device's.
    private static let retirementPrefix = Array("own retirement\0".utf8)

    /// A device with what only its store knows of it.
    struct Device: ~Copyable {
        let key: SigningKey
        let topic: Topic

        var identity: DeviceIdentity { DeviceIdentity(key.publicKey) }
    }

    /// - Throws: ``KeyError/identityExists``; ``KeyError/deviceDamaged`` if the store has lost one.
    static func create(
        _ key: borrowing SigningKey,
        topic: Topic,
        in store: RecordStore
    ) throws(KeyError) {
        let topic = Array(topic.text.utf8)
        var contents = SecretBytes(count: SigningKey.seedCount + topic.count)
        contents.withMutableBytes { contents in
            key.withSeed { seed in contents.copy(from: seed) }
            contents.copy(from: topic.span, at: SigningKey.seedCount)
        }
        let isFirst: Bool
        do throws(StoreError) {
            isFirst = try contents.withBytes { contents throws(StoreError) in
                // A lost identity leaves its place free, and what came after it.
                guard try !isLost(in: store) else { throw .corrupted }
                return try store.create(.device, id: deviceID, contents: contents)
            }
        } catch .corrupted {
            throw .deviceDamaged
        } catch {
            throw .store(error)
        }
        guard isFirst else { throw .identityExists }
    }

    /// - Throws: ``KeyError/noDevice``, ``KeyError/deviceDamaged``, ``KeyError/store(_:)``.
    static func load(from store: RecordStore) throws(KeyError) -> Device {
        do {
            guard let contents = try store.readSecret(.device, id: deviceID) else {
                guard try !isLost(in: store) else { throw StoreError.corrupted }
                throw KeyError.noDevice
            }
            guard contents.count > SigningKey.seedCount else { throw StoreError.corrupted }
            let seed = contents.withBytes { contents in
                SecretBytes(copying: contents.extracting(first: SigningKey.seedCount))
            }
            let text = contents.withBytes { contents in
                [UInt8](copying: contents.extracting(droppingFirst: SigningKey.seedCount))
            }
            guard let topic = String(validating: text, as: UTF8.self).flatMap(Topic.init) else {
                throw StoreError.corrupted
            }
            return Device(key: try SigningKey(seed: seed), topic: topic)
        } catch let error as KeyError {
            throw error
        } catch let error as StoreError where error != .corrupted {
            throw .store(error)
        } catch {
            throw .deviceDamaged
        }
    }

    /// Whether the identity is absent from a store that had one: epochs come after it and are never
    /// removed.
    ///
    /// Such a store is damaged and not empty, so that no second identity is made in it. Epochs are
    /// asked for first: if another process makes a device meanwhile, the identity is there by
    /// then.
    private static func isLost(in store: RecordStore) throws(StoreError) -> Bool {
        guard try store.count(.epochs) > 0 else { return false }
        do throws(StoreError) {
            return try store.readSecret(.device, id: deviceID) == nil
        } catch .corrupted {
            return false  // there, if damaged
        }
    }

    /// Keeps the statement that retires the device.
    ///
    /// The identity is durable by then, even if its maker was killed before it saw to that.
    static func keepRetirement(in store: RecordStore) throws(KeyError) {
        let retirement = DeviceIdentity.Retirement(signing: try load(from: store).key)
        do throws(StoreError) {
            try store.sync(.device)
            _ = try store.create(
                .statements,
                id: retirementPrefix + retirement.device.bytes,
                contents: retirement.bytes.span
            )
        } catch {
            throw .store(error)
        }
    }

    /// The statements of all devices that the store has had, by device; that of the present one is
    /// signed again, to the same bytes, if a killed init did not come to keep it.
    static func retirements(in store: RecordStore) throws(KeyError) -> [DeviceIdentity.Retirement] {
        var kept: [[UInt8]] = []
        do throws(StoreError) {
            let failures = try store.forEach(.statements) { id, contents in
                let id = [UInt8](copying: id)
                guard id.starts(with: retirementPrefix) else { return }
                kept.append([UInt8](copying: contents))
            }
            if let failure = failures.first { throw failure }
        } catch {
            throw .store(error)
        }
        var retirements: [DeviceIdentity.Retirement] = []
        for bytes in kept {
            guard let retirement = try? DeviceIdentity.Retirement(reading: bytes.span) else {
                throw .store(.corrupted)
            }
            retirements.append(retirement)
        }
        // Of an identity that is damaged or not there yet, only what is kept can tell.
        do throws(KeyError) {
            let own = DeviceIdentity.Retirement(signing: try load(from: store).key)
            if !retirements.contains(own) { retirements.append(own) }
        } catch .noDevice, .deviceDamaged {}
        return retirements.sorted {
            $0.device.bytes.lexicographicallyPrecedes($1.device.bytes)
        }
    }
}
