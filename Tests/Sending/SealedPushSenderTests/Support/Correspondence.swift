// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender

/// A sender and a device.
struct Correspondence {
    let device = SampleDevice()
    /// What the device hands out: one reusable prekey.
    let bundle: DeviceBundle
    let sender = SenderKeys()
    let memory: any SenderMemory & RecipientLists
    let topic: Topic

    /// Why a helper of these tests gave up.
    struct Failure: Error {
        let step: OpeningStep?
    }

    static let now = SampleDevice.now

    init(memory: any SenderMemory & RecipientLists = TransientSenderMemory()) throws {
        self.memory = memory
        bundle = try device.bundle()
        guard let topic = Topic("com.example.app") else { throw Failure(step: nil) }
        self.topic = topic
    }

    var sealer: Sender {
        Sender(keys: sender, memory: memory)
    }

    /// Seals for the device's bundle, or for another.
    func seal(
        _ json: String,
        to bundle: DeviceBundle? = nil,
        recipient: Recipient = .untracked,
        at now: Timestamp = now,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> SealedNotification {
        var options = SealingOptions()
        change(&options)
        let target = SealingTarget(bundle ?? self.bundle, recipient: recipient, topic: topic)
        let payload = try Payload(reading: Array(json.utf8))
        return try await sealer.seal(
            sealer.prepare(payload, options, now: now),
            for: target,
            now: now
        )
    }

    /// Seals for the device, by a sender that has a memory and no lists.
    func sealWithoutLists(for recipient: Recipient) async throws {
        let sender = Sender(untracked: sender, memory: memory)
        let message = try sender.prepare(Array(#"{"aps":{}}"#.utf8), now: Self.now)
        let target = SealingTarget(bundle, recipient: recipient, topic: topic)
        _ = try await sender.seal(message, for: target, now: Self.now)
    }

    /// Prepares a payload and seals it for a stream of devices.
    func seal<Targets: AsyncSequence>(
        _ payload: Payload,
        for targets: Targets,
        options: SealingOptions = SealingOptions(),
        window: Int = 64,
        each: (SealingOutcome) async throws -> Void
    ) async throws where Targets.Element == SealingTarget {
        let message = try sealer.prepare(payload, options, now: Self.now)
        try await sealer.seal(message, for: targets, now: Self.now, window: window, each: each)
    }

    /// Opens on the device what the push service was given.
    func open(_ sealed: SealedNotification, at now: Timestamp = now) throws -> OpenedMessage {
        // The push service delivers it as what the header says.
        let kind = Payload.PushKind(rawValue: sealed.headers.pushType) ?? .alert
        let step = try device.open(sealed.payload, as: kind, topic: topic, at: now)
        guard case .deliver(let message) = step else { throw Failure(step: step) }
        return message
    }

    /// The content that the device gets, as text.
    func content(_ sealed: SealedNotification) throws -> String {
        String(decoding: try open(sealed).claim.content, as: UTF8.self)
    }
}
