// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
package import SealedPushCrypto
public import SealedPushStore

/// The keys of a device that receives: its identity, its retirement statement and its prekeys.
///
/// Nothing is kept in memory: every call sees what the store holds at that moment, since an app and
/// its extensions share it.
public struct DeviceKeys: Sendable {
    let store: RecordStore
    let level: StockLevel
    /// Gives the seeds of new prekeys, of so many bytes together.
    let seeds: @Sendable (_ count: Int) -> SecretBytes

    /// The device.
    public let identity: DeviceIdentity
    /// The app that it receives for.
    public let topic: Topic

    /// Opens the device of a store.
    ///
    /// - Throws: ``KeyError/noDevice`` if the store has none, ``KeyError/store(_:)``.
    public init(in store: RecordStore) throws(KeyError) {
        try self.init(in: store, keeping: .standard)
    }

    /// Opens the device of a store, to keep another number of one-time prekeys; tests that run it
    /// again and again may give it the same seeds each time.
    package init(
        in store: RecordStore,
        keeping level: StockLevel,
        seeds: @escaping @Sendable (_ count: Int) -> SecretBytes = Self.randomSeeds
    ) throws(KeyError) {
        let device = try DeviceRecords.load(from: store)
        self.init(
            store: store,
            level: level,
            seeds: seeds,
            identity: device.identity,
            topic: device.topic
        )
    }

    /// Seeds from the system's generator.
    package static func randomSeeds(_ count: Int) -> SecretBytes {
        SecretBytes(randomCount: count)
    }

    /// Makes a device in a store: identity, retirement statement (V-26), and the first reusable
    /// prekeys.
    ///
    /// The store may still be a draft; open the device from where the store ends up.
    ///
    /// - Throws: ``KeyError/identityExists`` if the store has one, ``KeyError/store(_:)``.
    @discardableResult
    public static func create(
        in store: RecordStore,
        topic: Topic,
        now: Timestamp
    ) throws(KeyError) -> DeviceIdentity {
        let key = SigningKey()
        try DeviceRecords.create(key, topic: topic, in: store)
        let device = DeviceKeys(
            store: store,
            level: .standard,
            seeds: randomSeeds,
            identity: DeviceIdentity(key.publicKey),
            topic: topic
        )
        try device.generateReusable(now: now)
        return device.identity
    }

    private init(
        store: RecordStore,
        level: StockLevel,
        seeds: @escaping @Sendable (_ count: Int) -> SecretBytes,
        identity: DeviceIdentity,
        topic: Topic
    ) {
        self.store = store
        self.level = level
        self.seeds = seeds
        self.identity = identity
        self.topic = topic
    }

    /// True if the private half of a prekey is there at this moment; it is not read.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func holds(_ prekey: PrekeyRecord.ID) throws(KeyError) -> Bool {
        try inStore { () throws(StoreError) in
            try store.contains(.prekeys, id: prekey.bytes)
        }
    }

    /// The statement that retires this device for ever; keep it outside the device.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func retirement() throws(KeyError) -> DeviceIdentity.Retirement {
        DeviceIdentity.Retirement(signing: try DeviceRecords.load(from: store).key)
    }

    func inStore<Result: ~Copyable>(_ body: () throws(StoreError) -> Result) throws(KeyError)
        -> Result
    {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}
