// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import TestSupport
import Testing

struct RefusalTests {
    /// A notification that is refused for one reason: what a directory hands out, and what the
    /// sender has seen.
    enum Refusal: CaseIterable {
        case prekeyRolledBack
        case prekeyContradicted
        case prekeyRevoked
        case prekeyRevokedByPins
        case prekeyExpired
        case prekeyNotYetValid
        case noPrekey
        case newDevice
        case deviceRetired
        case deviceRemoved
        case contentTooLarge
        case cannotShorten
        case placeholderTooLarge
        case emptyPlaceholder
        case reservedKey
        case tooManyAttachments
        case attachmentsTooLarge

        var error: SealingError {
            switch self {
            case .prekeyRolledBack: .prekeyRolledBack
            case .prekeyContradicted: .prekeyContradicted
            case .prekeyNotYetValid: .prekeyNotYetValid
            case .prekeyRevoked, .prekeyRevokedByPins, .prekeyExpired, .noPrekey: .noPrekey
            case .newDevice: .newDevice
            case .deviceRetired, .deviceRemoved: .deviceRetired
            case .contentTooLarge, .cannotShorten: .contentTooLarge(needed: 3017, available: 1609)
            case .placeholderTooLarge: .placeholderRefused(needed: 272)
            case .emptyPlaceholder: .placeholderRefused(needed: nil)
            case .reservedKey: .reservedKey
            case .tooManyAttachments, .attachmentsTooLarge: .attachmentsTooLarge
            }
        }

        /// Seals a notification that is to be refused, though a one-time prekey would serve.
        func seal(_ mail: Correspondence, _ memory: TransientSenderMemory) async throws {
            var options = SealingOptions()
            var json = #"{"aps":{}}"#
            let large = #"{"aps":{},"x":""# + String(repeating: "x", count: 3000) + #""}"#
            switch self {
            case .contentTooLarge: json = large
            case .cannotShorten:
                json = large
                options.shortening = Payload.AlertField.allCases
            case .placeholderTooLarge:
                options.placeholder = .text(body: String(repeating: "x", count: 200))
            case .emptyPlaceholder: options.placeholder = .text(body: "")
            case .reservedKey: json = #"{"aps":{},"sealedpush":{}}"#
            case .tooManyAttachments: options.attachments = try RefusalTests.attachments(11)
            case .attachmentsTooLarge: options.attachments = try RefusalTests.largeAttachments(1)
            default: break
            }
            let bundle = try await bundle(of: mail.device, memory)
            switch self {
            case .newDevice: try await memory.confirm(SampleDevice().identity, for: "Bob")
            case .deviceRetired: try await memory.retire(mail.device.retirement())
            case .deviceRemoved: try await memory.remove(mail.device.identity, for: "Bob")
            default: break
            }
            // As opened content: a payload that is read to be sealed has no reserved key.
            let payload = try Payload(opened: Array(json.utf8))
            _ = try await mail.sealer.seal(
                mail.sealer.prepare(payload, options, now: Correspondence.now),
                for: SealingTarget(bundle, recipient: .named("Bob"), topic: mail.topic),
                now: Correspondence.now
            )
        }

        private func bundle(
            of device: SampleDevice,
            _ memory: TransientSenderMemory
        ) async throws -> DeviceBundle {
            let now = Correspondence.now
            let once = try device.record(class: .oneTime)
            let second = Duration.milliseconds(1)
            switch self {
            case .prekeyRolledBack:
                try await memory.pin(device.bundle(epoch: 8))
                return try device.bundle(device.record(epoch: 7), once)
            case .prekeyContradicted:
                try await memory.pin(device.bundle(epoch: 7))
                return try device.bundle(device.record(epoch: 7), once)
            case .prekeyRevoked:
                let stale = try device.record(epoch: 7, minimumEpoch: 8)
                return try device.bundle(stale, once)
            case .prekeyRevokedByPins:
                let revoking = try device.record(epoch: 9, minimumEpoch: 9)
                try await memory.pin(device.bundle(revoking))
                return try device.bundle(once)
            case .prekeyExpired:
                return try device.bundle(device.record(notAfter: now))
            case .prekeyNotYetValid:
                let later = now.advanced(by: second)
                return try device.bundle(device.record(notBefore: later))
            case .noPrekey:
                return try DeviceBundle(device: device.identity, records: [])
            default:
                return try device.bundle(device.record(), once)
            }
        }
    }

    private static func attachments(
        _ count: Int,
        size: Int = 1038
    ) throws -> [AttachmentReference] {
        let reference = try AttachmentReference(
            url: "https://a.example/1",
            key: AttachmentKey(),
            sha256: [UInt8](repeating: 7, count: 32),
            size: size,
            type: .mp4
        )
        return Array(repeating: reference, count: count)
    }

    /// Two files that have as many bytes together as those of a message may have, and `excess`
    /// more.
    private static func largeAttachments(_ excess: Int) throws -> [AttachmentReference] {
        let half = AttachmentReference.totalSizeLimit / 2
        return try attachments(1, size: half) + attachments(1, size: half + excess)
    }

    @Test(.rules("S-8")) func `files may have 64 MB together`() async throws {
        var options = SealingOptions()
        options.attachments = try Self.largeAttachments(0)
        let payload = try Payload(reading: Array(#"{"aps":{}}"#.utf8))
        #expect(throws: Never.self) { try PreparedMessage(payload, options: options) }
        options.attachments = try Self.largeAttachments(1)
        #expect(throws: SealingError.attachmentsTooLarge) {
            try PreparedMessage(payload, options: options)
        }
    }

    @Test(.rules("S-2 S-3 S-4 S-8"), arguments: Refusal.allCases)
    func `what is refused leaves nothing noted`(_ refusal: Refusal) async throws {
        let watched = WatchedMemory()
        let mail = try Correspondence(memory: watched)
        await #expect(throws: refusal.error) { try await refusal.seal(mail, watched.memory) }
        #expect(WatchedMemory.Question.changes.isDisjoint(with: watched.asked))
    }

    /// Payload, placeholder, size, recipient, choice, memory: each while all behind it is wrong,
    /// too (S-8).
    @Test(.rules("S-8")) func `the first refusal names the error`() async throws {
        let watched = WatchedMemory(failing: .pin)
        let mail = try Correspondence(memory: watched)
        let retired = SampleDevice()
        try await watched.memory.retire(retired.retirement())
        try await watched.memory.confirm(SampleDevice().identity, for: "Bob")
        let large = #"{"aps":{},"x":""# + String(repeating: "x", count: 3000) + #""}"#
        var json = String(large.dropLast()) + #","sealedpush":{}}"#
        var recipient = Recipient.named("Bob")
        var bundle = try retired.bundle(retired.record())
        var options = SealingOptions()
        options.placeholder = .text(body: "")
        options.attachments = try Self.attachments(11)
        func refusal() async throws -> SealingError? {
            // As opened content: a payload that is read to be sealed has no reserved key.
            let payload = try Payload(opened: Array(json.utf8))
            let target = SealingTarget(bundle, recipient: recipient, topic: mail.topic)
            let now = Correspondence.now
            do throws(SealingError) {
                _ = try await mail.sealer.seal(
                    mail.sealer.prepare(payload, options, now: now),
                    for: target,
                    now: now
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(try await refusal() == .reservedKey)
        json = large
        #expect(try await refusal() == .attachmentsTooLarge)
        options.attachments = try Self.largeAttachments(1)
        #expect(try await refusal() == .attachmentsTooLarge)
        options.attachments = []
        #expect(try await refusal() == .placeholderRefused(needed: nil))
        options.placeholder = .text(body: String(repeating: "x", count: 200))
        #expect(try await refusal() == .placeholderRefused(needed: 272))
        options.placeholder = .generic
        #expect(try await refusal() == .contentTooLarge(needed: 3017, available: 1609))
        json = #"{"aps":{}}"#
        #expect(try await refusal() == .deviceRetired)
        bundle = try mail.device.bundle()
        #expect(try await refusal() == .newDevice)
        recipient = .untracked
        bundle = try DeviceBundle(device: mail.device.identity, records: [])
        #expect(try await refusal() == .noPrekey)
        bundle = mail.bundle
        #expect(try await refusal() == .memoryUnavailable)
    }

    @Test(.rules("S-5 S-6 S-7"))
    func `what is sealed is noted in order, the recipient last`() async throws {
        let watched = WatchedMemory()
        let mail = try Correspondence(memory: watched)
        let bundle = try mail.device.bundle(mail.device.record(class: .oneTime))
        _ = try await mail.seal(#"{"aps":{}}"#, to: bundle, recipient: .named("Bob"))
        #expect(
            watched.asked == [
                .retirement, .isRemoved, .devices, .pins, .pin, .noteUse,
                .isRemoved, .changeDevices, .isRemoved,
            ]
        )
        #expect(try await watched.memory.devices(of: "Bob").known == [mail.device.identity])
    }

    @Test(.rules("S-5 S-6 S-7"), arguments: WatchedMemory.Question.allCases)
    func `without a memory nothing is sealed`(failing: WatchedMemory.Question) async throws {
        let mail = try Correspondence(memory: WatchedMemory(failing: failing))
        let bundle = try mail.device.bundle(mail.device.record(class: .oneTime))
        await #expect(throws: SealingError.memoryUnavailable) {
            try await mail.seal(#"{"aps":{}}"#, to: bundle, recipient: .named("Bob"))
        }
    }

    @Test(.rules("V-29 V-31 V-32"), .timeLimit(.minutes(5)))
    func `of two unknown devices of one recipient, one is sealed to`() async throws {
        let mail = try Correspondence(memory: WatchedMemory(gate: Gate(needed: 2)))
        let outcomes = try await outcomes(mail, [SampleDevice().bundle(), SampleDevice().bundle()])
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.contains(.newDevice))
    }

    @Test(.rules("S-2 S-3 S-4"), .timeLimit(.minutes(5)))
    func `of two bundles that contradict each other, one is sealed to`() async throws {
        let mail = try Correspondence(memory: WatchedMemory(gate: Gate(needed: 2)))
        let device = SampleDevice()
        let outcomes = try await outcomes(mail, [device.bundle(), device.bundle()])
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.contains(.prekeyContradicted))
    }

    /// Seals for several bundles at once, and gives the error of each.
    private func outcomes(
        _ mail: Correspondence,
        _ bundles: [DeviceBundle]
    ) async throws -> [SealingError?] {
        let sealer = mail.sealer
        let payload = try Payload(reading: Array(#"{"aps":{}}"#.utf8))
        return await withTaskGroup(of: SealingError?.self) { group in
            for bundle in bundles {
                group.addTask {
                    do throws(SealingError) {
                        _ = try await sealer.seal(
                            sealer.prepare(payload, now: Correspondence.now),
                            for: SealingTarget(bundle, recipient: .named("Bob"), topic: mail.topic),
                            now: Correspondence.now
                        )
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
