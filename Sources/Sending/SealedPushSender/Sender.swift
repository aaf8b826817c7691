// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys
public import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A sender whose keys and memory are in one store.
///
///     let sender = try Sender(store: store)
///     let sealed = try await sender.seal(json, to: .named("bob"), bundle, topic: topic)
///     // POST sealed.payload with sealed.headers.fields
///
/// ``NotificationSealer`` takes keys and memory from elsewhere, and seals for many devices at once.
/// Calls may come from any number of tasks at once.
public struct Sender: Sendable {
    private let keys: SenderKeys
    private let statements: SenderIdentity.Statements
    private let memory: StoredSenderMemory
    private let workers = SealerPool()

    /// The identity by which devices know this sender.
    public var identity: SenderIdentity { keys.identity }

    /// Loads the keys of a sender that `SenderIdentities.create(named:in:)` made in the store once.
    ///
    /// - Throws: `KeyError.noSender` if the store has no sender of this name; other cases of
    ///   `KeyError` if its keys cannot be used.
    public init(
        store: RecordStore,
        named name: String = SenderIdentities.defaultName
    ) throws(KeyError) {
        keys = try SenderIdentities.load(named: name, from: store)
        statements = try SenderIdentities.statements(named: name, in: store)
        memory = StoredSenderMemory(in: store)
    }

    /// Seals an APNs payload for one device.
    ///
    /// The sender's memory is durable before the call returns.
    ///
    /// - Parameters:
    ///   - json: The payload as it would have been sent in the clear.
    ///   - recipient: The recipient of whom the directory says that the device is theirs.
    ///   - bundle: The device's prekeys, as the directory hands them out.
    ///   - retirement: The device's retirement, if the directory has one beside the bundle.
    ///   - topic: The bundle id of the app.
    ///   - options: Everything that a payload does not say.
    ///   - now: The time of sealing; nil for the system's clock.
    /// - Returns: What to send, and what its sender should know of it.
    /// - Throws: ``/SealedPush/SealingError``; nothing was sealed then.
    public func seal(
        _ json: [UInt8],
        to recipient: Recipient,
        _ bundle: DeviceBundle,
        retirement: DeviceIdentity.Retirement? = nil,
        topic: Topic,
        options: SealingOptions = SealingOptions(),
        now: Timestamp? = nil
    ) async throws(SealingError) -> SealedNotification {
        let sealer = NotificationSealer(
            sender: keys,
            topic: topic,
            memory: memory,
            statements: statements,
            workers
        )
        return try await sealer.seal(
            Payload(reading: json),
            for: SealingTarget(bundle, recipient: recipient, retirement: retirement),
            options: options,
            now: now ?? Timestamp(timeSince1970: .seconds(Date().timeIntervalSince1970))
        )
    }
}
