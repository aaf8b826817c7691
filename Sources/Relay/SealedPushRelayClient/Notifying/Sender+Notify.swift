// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys
public import SealedPushSender

extension Sender {
    /// Sends a text to the devices of a paired recipient.
    ///
    /// ```swift
    /// let results = try await sender.notify("Build done", to: recipient)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The text, of which the end is left out if it is too long for a push.
    ///   - recipient: The recipient, as `recipients(at:)` has it.
    ///   - http: What sends requests.
    /// - Returns: One result for each device.
    /// - Throws: ``/SealedPushRelayClient/NotifyError``.
    public func notify(
        _ text: String,
        to recipient: PairedRecipient,
        http: any RelayHTTP = URLSessionHTTP()
    ) async throws(NotifyError) -> [DeviceResult] {
        try await notify(TextMessage(text), to: [recipient], http: http)
    }

    /// Sends a text with a title, link, sound or collapse key to the devices of paired recipients.
    ///
    /// - Parameters:
    ///   - message: The text.
    ///   - recipients: The recipients.
    ///   - http: What sends requests.
    /// - Returns: One result for each device, in the order of recipients and devices.
    /// - Throws: ``/SealedPushRelayClient/NotifyError``.
    public func notify(
        _ message: TextMessage,
        to recipients: [PairedRecipient],
        http: any RelayHTTP = URLSessionHTTP()
    ) async throws(NotifyError) -> [DeviceResult] {
        let payload: Payload
        do throws(SealingError) {
            payload = try Payload(reading: message.json)
        } catch {
            throw .payload(error)
        }
        return try await notify(payload, message.options, to: recipients, http: http)
    }

    /// Sends a payload to the devices of paired recipients.
    ///
    /// Each device's relay is asked for prekeys, and the message is sealed to them and posted. The
    /// same bytes are posted again for a minute, if the relay does not answer or asks for a pause.
    /// The store keeps a device's retirement, and forgets a device that has ended.
    ///
    /// - Parameters:
    ///   - payload: The payload as it would have been sent in the clear.
    ///   - options: Everything that a payload does not say.
    ///   - recipients: The recipients.
    ///   - http: What sends requests.
    /// - Returns: One result for each device that was confirmed, also before a restore.
    /// - Throws: ``/SealedPushRelayClient/NotifyError``.
    public func notify(
        _ payload: Payload,
        _ options: SealingOptions = SealingOptions(),
        to recipients: [PairedRecipient],
        http: any RelayHTTP = URLSessionHTTP()
    ) async throws(NotifyError) -> [DeviceResult] {
        try await notify(payload, options, to: recipients, http: http, time: .system)
    }

    package func notify(
        _ payload: Payload,
        _ options: SealingOptions = SealingOptions(),
        to recipients: [PairedRecipient],
        http: any RelayHTTP,
        time: RelayTime
    ) async throws(NotifyError) -> [DeviceResult] {
        let jobs = try jobs(payload, options, recipients, at: time.now())
        let relays: RelaySender
        do throws(KeyError) {
            relays = RelaySender(
                at: Set(jobs.map(\.device.address.origin)),
                key: try VAPIDKey(of: pairedRecipients),
                http: http,
                clock: time.now
            )
        } catch {
            throw .store(error)
        }
        let results = await withTaskGroup(of: (Int, DeviceResult).self) { group in
            var results: [DeviceResult?] = Array(repeating: nil, count: jobs.count)
            for (index, job) in jobs.enumerated() {
                if index >= Self.width, let (place, result) = await group.next() {
                    results[place] = result
                }
                group.addTask { (index, await run(job, by: relays, time)) }
            }
            for await (place, result) in group { results[place] = result }
            return results.compactMap(\.self)
        }
        guard !Task.isCancelled else { throw .cancelled }
        return results
    }

    /// How many devices are under way at once.
    private static let width = 64

    /// The message for one device.
    private struct Job: Sendable {
        let recipient: PairedRecipient
        let device: PairedRecipient.Device
        /// The message, or what kept it from being made for this device.
        let message: Result<PreparedMessage, SealingError>
    }

    private func jobs(
        _ payload: Payload,
        _ options: SealingOptions,
        _ recipients: [PairedRecipient],
        at now: Timestamp
    ) throws(NotifyError) -> [Job] {
        let message: PreparedMessage
        do throws(SealingError) {
            message = try prepare(payload, options, now: now)
        } catch {
            throw .payload(error)
        }
        var devices: [(recipient: PairedRecipient, device: PairedRecipient.Device)] = []
        do throws(KeyError) {
            for recipient in recipients {
                try pairedRecipients.settle(recipient.key, at: now)
                let current = try pairedRecipients.current(recipient.key, at: now)
                for device in current.devices where !device.isPending {
                    devices.append((current, device))
                }
            }
        } catch {
            throw .store(error)
        }
        guard !devices.isEmpty else { throw .noDevice }
        return devices.map { recipient, device in
            let own = device.answer.map { owed(payload, options, $0, at: now) }
            return Job(recipient: recipient, device: device, message: own ?? .success(message))
        }
    }

    /// The message for a device that awaits its answer to be named (L-16).
    ///
    /// It has no collapse key: else a later message, without the answer, could take its place at
    /// the relay before the device has it.
    private func owed(
        _ payload: Payload,
        _ options: SealingOptions,
        _ answer: AnswerHash,
        at now: Timestamp
    ) -> Result<PreparedMessage, SealingError> {
        var options = options
        (options.paired, options.collapseKey) = (answer, nil)
        return Result { [options] () throws(SealingError) in
            try prepare(payload, options, now: now)
        }
    }

    private func run(_ job: Job, by relays: RelaySender, _ time: RelayTime) async -> DeviceResult {
        let key = job.recipient.key
        // S-13: nothing is asked for it, either.
        guard job.device.state == .confirmed else {
            return DeviceResult(
                recipient: job.recipient,
                device: job.device.identity,
                outcome: .notSealed(.newDevice)
            )
        }
        let message: PreparedMessage
        do throws(SealingError) {
            message = try job.message.get()
        } catch {
            return DeviceResult(
                recipient: job.recipient,
                device: job.device.identity,
                outcome: .notSealed(error)
            )
        }
        var delivery = DeviceDelivery(
            message,
            to: job.device.address,
            of: .named(key),
            by: self,
            relays,
            time
        )
        let outcome = await delivery.run()
        // If the store fails here, the next message finds the same and notes it.
        switch outcome {
        case .taken:
            if let answer = job.device.answer {
                try? pairedRecipients.noteTaken(answer, of: key)
            }
        case .notTaken(.gone(let retirement)):
            if let retirement { try? await learn(retirement) }
            try? pairedRecipients.drop(job.device.address, from: key)
        case .notSealed(.deviceRetired):
            try? pairedRecipients.drop(job.device.address, from: key)
        case .notTaken, .notSealed: break
        }
        return DeviceResult(
            recipient: job.recipient,
            device: job.device.identity,
            outcome: outcome
        )
    }
}

extension VAPIDKey {
    /// The key of a store's sender, which is made at the first call.
    ///
    /// - Throws: `KeyError.senderDamaged`, `KeyError.store`.
    package init(of recipients: PairedRecipients) throws(KeyError) {
        let bytes = try recipients.endpointKey(making: VAPIDKey.makeRawRepresentation)
        guard let key = VAPIDKey(rawRepresentation: bytes) else { throw .senderDamaged }
        self = key
    }
}
