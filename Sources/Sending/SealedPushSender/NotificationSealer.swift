// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys

/// A sealer of APNs payloads: it takes a payload and returns a sealed one with its headers.
///
///     let sealer = NotificationSealer(sender: keys, topic: topic, memory: memory)
///     let target = SealingTarget(bundle, recipient: .named("bob"))
///     let sealed = try await sealer.seal(payload, for: target, now: now)
///     // POST sealed.payload with sealed.headers.fields
///
/// Calls may come from any number of tasks at once.
public struct NotificationSealer: Sendable {
    private let sender: SenderKeys
    private let topic: Topic
    private let memory: any SenderMemory
    private let newDevices: RecipientDevices.NewDevicePolicy
    private let statements: SenderIdentity.Statements
    private let workers: SealerPool

    /// Seals as `sender` for the app of `topic`.
    ///
    /// Leave the policy for new devices as it is, unless the server runs the directory itself.
    /// `statements` go along as there is room, so that devices learn of the sender's successions:
    /// `SenderIdentities.statements(named:in:)` reads them.
    public init(
        sender: SenderKeys,
        topic: Topic,
        memory: any SenderMemory,
        newDevices: RecipientDevices.NewDevicePolicy = .refuse,
        statements: SenderIdentity.Statements = .none
    ) {
        self.init(
            sender: sender,
            topic: topic,
            memory: memory,
            newDevices: newDevices,
            statements: statements,
            SealerPool()
        )
    }

    /// Seals with the sealers of a pool, which others may use too.
    init(
        sender: SenderKeys,
        topic: Topic,
        memory: any SenderMemory,
        newDevices: RecipientDevices.NewDevicePolicy = .refuse,
        statements: SenderIdentity.Statements,
        _ workers: SealerPool
    ) {
        self.sender = sender
        self.topic = topic
        self.memory = memory
        self.newDevices = newDevices
        self.statements = statements
        self.workers = workers
    }

    /// Seals a payload for one device.
    ///
    /// It drops white space and escapes of the payload that mean nothing, and seals everything else
    /// byte for byte. The sender's memory is durable before the call returns.
    ///
    /// - Throws: ``/SealedPush/SealingError``; nothing was sealed then. If the payload, the options
    ///   or the bundle are the reason, nothing was noted either.
    public func seal(
        _ payload: Payload,
        for target: SealingTarget,
        options: SealingOptions = SealingOptions(),
        now: Timestamp
    ) async throws(SealingError) -> SealedNotification {
        try await seal(prepare(payload, options, at: now), for: target, now: now)
    }

    /// The payload with the sender's options in it, and statements that are recent.
    func prepare(
        _ payload: Payload,
        _ options: SealingOptions,
        at now: Timestamp
    ) throws(SealingError) -> PreparedContent {
        try PreparedContent(
            payload,
            options: options,
            statements: statements.recent(at: now),
            topic: topic
        )
    }

    /// Refuses what it can before anything is noted (S-8); then notes what was seen, takes a
    /// prekey, seals, and last notes the recipient, whose first device is one that was sealed to.
    func seal(
        _ content: PreparedContent,
        for target: SealingTarget,
        now: Timestamp
    ) async throws(SealingError) -> SealedNotification {
        let bundle = target.bundle
        let recipient = target.recipient.name
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
        let message = try workers.withSealer { sealer throws(SealingError) in
            try sealer.seal(
                content.fitted.bytes.span,
                from: sender,
                to: record,
                topic: topic,
                kind: content.options.kind,
                created: now,
                timeToLive: content.options.timeToLive,
                envelopeCount: content.fitted.envelopeCount
            )
        }
        // The envelope goes with the error (S-8 row 9).
        if let recipient {
            try await memory.admit(bundle.device, for: recipient, newDevices: newDevices)
        }
        return try notification(of: message, for: bundle, content)
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

    private func notification(
        of message: SealedMessage,
        for bundle: DeviceBundle,
        _ content: PreparedContent
    ) throws(SealingError) -> SealedNotification {
        let collapseID =
            content.options.collapseKey.map { key in
                CollapseID(key: key, device: bundle.device, sender: sender)
            } ?? CollapseID(message.messageID)
        return SealedNotification(
            push: OutgoingPush(
                payload: try content.outerPayload(around: message.envelope),
                headers: APNsHeaders(
                    topic: topic.text(for: content.options.kind),
                    pushType: content.options.kind.rawValue,
                    priority: content.options.priority,
                    expiration: message.expiry.milliseconds / 1000,
                    collapseID: collapseID.text
                )
            ),
            message: message,
            shortened: content.fitted.shortened,
            statementCount: content.fitted.statementCount,
            notes: content.notes
        )
    }
}
