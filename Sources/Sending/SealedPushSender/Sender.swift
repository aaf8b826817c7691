// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushKeys
public import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A sender, by its keys and by what it remembers of the devices that it seals to.
///
///     let sender = try Sender(store: store)
///     let message = try sender.prepare(json)
///     let device = SealingTarget(bundle, recipient: .named("bob"), topic: topic)
///     let sealed = try await sender.seal(message, for: device)
///     // POST sealed.push.payload with sealed.push.headers.fields to APNs,
///     // or sealed.envelope to a relay.
///
/// Calls may come from any number of tasks at once.
public struct Sender: Sendable {
    private let keys: SenderKeys
    private let memory: any SenderMemory
    private let lists: (any RecipientLists)?
    private let newDevices: RecipientDevices.NewDevicePolicy
    private let statements: SenderIdentity.Statements
    private let workers = SealerPool()

    /// The identity by which devices know this sender.
    public var identity: SenderIdentity { keys.identity }

    /// Loads the keys of a sender that `SenderIdentities.create(named:in:)` made in the store once;
    /// its memory is in the same store.
    ///
    /// - Throws: `KeyError.noSender` if the store has no sender of this name; other cases of
    ///   `KeyError` if its keys cannot be used.
    public init(
        store: RecordStore,
        named name: String = SenderIdentities.defaultName
    ) throws(KeyError) {
        self.init(
            keys: try SenderIdentities.load(named: name, from: store),
            memory: StoredSenderMemory(in: store),
            statements: try SenderIdentities.statements(named: name, in: store)
        )
    }

    /// Takes keys and a memory from elsewhere, which has the lists of devices as well.
    ///
    /// - Parameters:
    ///   - keys: The keys that sign.
    ///   - memory: What the sender remembers.
    ///   - newDevices: Whether a recipient's further devices are sealed to. Leave it as it is,
    ///     unless the server runs the directory itself.
    ///   - statements: What goes along as there is room, so that devices learn of the sender's
    ///     successions: `SenderIdentities.statements(named:in:)` reads them.
    public init(
        keys: SenderKeys,
        memory: any SenderMemory & RecipientLists,
        newDevices: RecipientDevices.NewDevicePolicy = .refuse,
        statements: SenderIdentity.Statements = .none
    ) {
        self.init(
            keys: keys,
            memory: memory,
            lists: memory,
            newDevices: newDevices,
            statements: statements
        )
    }

    /// Takes keys, a memory and lists from elsewhere.
    ///
    /// - Parameters:
    ///   - keys: The keys that sign.
    ///   - memory: What the sender remembers of devices.
    ///   - lists: The devices of recipients.
    ///   - newDevices: Whether a recipient's further devices are sealed to. Leave it as it is,
    ///     unless the server runs the directory itself.
    ///   - statements: What goes along as there is room, so that devices learn of the sender's
    ///     successions: `SenderIdentities.statements(named:in:)` reads them.
    public init(
        keys: SenderKeys,
        memory: any SenderMemory,
        lists: any RecipientLists,
        newDevices: RecipientDevices.NewDevicePolicy = .refuse,
        statements: SenderIdentity.Statements = .none
    ) {
        self.init(keys, memory, lists, newDevices, statements)
    }

    /// Takes keys and a memory from elsewhere, for a sender that keeps no lists: it names no
    /// recipient (``Recipient/untracked``).
    package init(
        untracked keys: SenderKeys,
        memory: any SenderMemory,
        statements: SenderIdentity.Statements = .none
    ) {
        self.init(keys, memory, nil, .refuse, statements)
    }

    private init(
        _ keys: SenderKeys,
        _ memory: any SenderMemory,
        _ lists: (any RecipientLists)?,
        _ newDevices: RecipientDevices.NewDevicePolicy,
        _ statements: SenderIdentity.Statements
    ) {
        self.keys = keys
        self.memory = memory
        self.lists = lists
        self.newDevices = newDevices
        self.statements = statements
    }

    /// Reads an APNs payload as it would have been sent in the clear, and prepares it.
    ///
    /// - Parameters:
    ///   - json: The payload.
    ///   - options: Everything that a payload does not say.
    ///   - now: The time of sealing; nil for the system's clock.
    /// - Returns: The message, for ``seal(_:for:now:)``.
    /// - Throws: ``/SealedPush/SealingError`` if it can be sealed for no device.
    public func prepare(
        _ json: [UInt8],
        _ options: SealingOptions = SealingOptions(),
        now: Timestamp? = nil
    ) throws(SealingError) -> PreparedMessage {
        try prepare(Payload(reading: json), options, now: now)
    }

    /// Prepares a payload, once for any number of devices: the options in it, its size, and the
    /// sender's recent statements as there is room.
    ///
    /// It drops white space and escapes that mean nothing, and takes everything else byte for byte.
    ///
    /// - Parameters:
    ///   - payload: The payload as it would have been sent in the clear.
    ///   - options: Everything that a payload does not say.
    ///   - now: The time of sealing; nil for the system's clock.
    /// - Returns: The message, for ``seal(_:for:now:)``.
    /// - Throws: ``/SealedPush/SealingError`` if it can be sealed for no device.
    public func prepare(
        _ payload: Payload,
        _ options: SealingOptions = SealingOptions(),
        now: Timestamp? = nil
    ) throws(SealingError) -> PreparedMessage {
        var message = try PreparedMessage(
            payload,
            options: options,
            statements: statements.recent(at: now ?? .system)
        )
        if message.fitted.statementCount > 0 { message.sender = identity }
        return message
    }

    /// The statements that go along at this time if there is room, as one hash: another one means
    /// that what was prepared has others in it.
    package func statementsDigest(at now: Timestamp) -> [UInt8] {
        SHA256.hash(Array(statements.recent(at: now).joined(separator: "\n").utf8).span)
    }

    /// Takes content that this sender has prepared before, also by an identity that it has
    /// succeeded, with the statements of this time in the place of those in it (S-14).
    ///
    /// - Throws: ``/SealedPush/SealingError`` if it is no such content.
    package func renew(
        _ content: [UInt8],
        _ options: SealingOptions,
        now: Timestamp
    ) throws(SealingError) -> PreparedMessage {
        guard let before = try? Payload(opened: content) else { throw .notAnObject }
        return try PreparedMessage(
            renewing: before,
            options: options,
            statements: statements.recent(at: now)
        )
    }

    /// Seals a message for one device.
    ///
    /// The sender's memory is durable before the call returns.
    ///
    /// - Parameters:
    ///   - message: A message that ``prepare(_:_:now:)-(Payload,_,_)`` of this sender has made.
    ///   - target: The device.
    ///   - now: The time of sealing; nil for the system's clock.
    /// - Returns: What to send, and what its sender should know of it.
    /// - Throws: ``/SealedPush/SealingError``; nothing was sealed then. If the bundle is the reason,
    ///   nothing was noted either.
    public func seal(
        _ message: PreparedMessage,
        for target: SealingTarget,
        now: Timestamp? = nil
    ) async throws(SealingError) -> SealedNotification {
        // Statements go along that are its sender's own (S-14).
        precondition(
            message.sender == nil || message.sender == identity,
            "the message was prepared by another sender"
        )
        let now = now ?? .system
        // What can be refused is refused before anything is noted (S-8).
        let bundle = target.bundle
        let recipient = target.recipient.name.map { name in
            guard let lists else {
                preconditionFailure("a sender without lists names no recipient")
            }
            return (name: name, lists: lists)
        }
        if let retirement = target.retirement {
            try await memory.learn(retirement, for: recipient)
            throw .deviceRetired
        }
        try await memory.check(bundle.device, for: recipient, newDevices: newDevices)
        let pins = try await memory.pins(of: bundle.device)
        _ = try PrekeyChoice(from: bundle, pins: pins, now: now)
        // Durable before anything is sealed (S-2); once more, against what another task may have
        // pinned (S-4).
        let pinned = try await memory.pin(bundle)
        let choice = try PrekeyChoice(from: bundle, pins: pinned, now: now)
        let record = try await take(from: choice)
        let sealed = try workers.withSealer { sealer throws(SealingError) in
            try sealer.seal(
                message.fitted.bytes.span,
                from: keys,
                to: record,
                topic: target.topic,
                kind: message.options.kind,
                created: now,
                timeToLive: message.options.timeToLive,
                envelopeCount: message.fitted.envelopeCount
            )
        }
        // The envelope goes with the error (S-8 row 9). The first device of a recipient is one that
        // was sealed to.
        if let (name, lists) = recipient {
            try await lists.admit(bundle.device, for: name, newDevices: newDevices)
        }
        return SealedNotification(
            sealed,
            of: message,
            for: target,
            collapseID: message.options.collapseKey.map { key in
                CollapseID(key: key, device: bundle.device, sender: keys)
            } ?? CollapseID(sealed.messageID)
        )
    }

    /// Keeps the retirement of a device, which a relay has handed out at the end of its endpoint
    /// (V-27): nothing is sealed to that device any more.
    ///
    /// - Throws: ``/SealedPush/SealingError/memoryUnavailable``.
    public func learn(
        _ retirement: DeviceIdentity.Retirement
    ) async throws(SealingError) {
        _ = try await memory.retire(retirement)
    }

    /// Takes the first prekey that was not used, and notes its use before anything is sealed to it
    /// (S-5).
    private func take(from choice: PrekeyChoice) async throws(SealingError) -> PrekeyRecord {
        for record in choice.candidates {
            if record.terms.class == .reusable { return record }
            if try await memory.noteUse(of: record) { return record }
        }
        throw .noPrekey
    }
}

extension Timestamp {
    /// The time of the system's clock.
    package static var system: Timestamp {
        Timestamp(timeSince1970: .seconds(Date().timeIntervalSince1970))
    }
}
