// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import TestSupport
import Testing

/// Whom of a recipient's devices a sealer seals to.
struct RecipientDeviceTests {
    private static let content = #"{"aps":{}}"#

    private func refusal(
        _ mail: Correspondence,
        _ bundle: DeviceBundle? = nil,
        for recipient: Recipient = .named("Bob")
    ) async throws -> SealingError? {
        do {
            _ = try await mail.seal(Self.content, to: bundle, recipient: recipient)
            return nil
        } catch let error as SealingError {
            return error
        }
    }

    @Test(.rules("V-29 V-31 V-32"))
    func `a recipient's further device is sealed to once it was confirmed`() async throws {
        let mail = try Correspondence()
        let tablet = SampleDevice()
        let bundle = try tablet.bundle()
        #expect(try await refusal(mail) == nil)
        #expect(try await refusal(mail, bundle) == .newDevice)
        try await mail.memory.confirm(tablet.identity, for: "Bob")
        #expect(try await refusal(mail, bundle) == nil)
        #expect(try await refusal(mail) == nil)
        #expect(try await refusal(mail, bundle, for: .named("Ann")) == nil)
        #expect(try await refusal(mail, mail.bundle, for: .named("Ann")) == .newDevice)
    }

    @Test(.rules("V-29 V-31 V-32"))
    func `of an untracked recipient every device is sealed to, and none is listed`()
        async throws
    {
        let watched = WatchedMemory()
        let mail = try Correspondence(memory: watched)
        #expect(try await refusal(mail, for: .untracked) == nil)
        #expect(try await refusal(mail, SampleDevice().bundle(), for: .untracked) == nil)
        #expect(Set(watched.asked).isDisjoint(with: [.devices, .changeDevices]))
    }

    @Test(.rules("V-27 V-28 V-30 V-33 C-9"))
    func `a retired device is never sealed to, named or not, confirmed or not`()
        async throws
    {
        let mail = try Correspondence()
        let lost = SampleDevice()
        let bundle = try lost.bundle()
        #expect(try await refusal(mail) == nil)
        try await mail.memory.confirm(lost.identity, for: "Bob")
        #expect(try await refusal(mail, bundle) == nil)
        try await mail.memory.retire(lost.retirement())
        for recipient in [.named("Bob"), .named("Ann"), .untracked] as [Recipient] {
            #expect(try await refusal(mail, bundle, for: recipient) == .deviceRetired)
        }
        _ = try? await mail.memory.confirm(lost.identity, for: "Bob")
        #expect(try await refusal(mail, bundle) == .deviceRetired)
        #expect(try await refusal(mail) == nil)
    }

    @Test(.rules("V-27 V-28 V-30 V-33"))
    func `beside a device's retirement nothing is sealed, and a known device's is kept`()
        async throws
    {
        let mail = try Correspondence()
        let stranger = SampleDevice()
        func refusal(_ device: SampleDevice, _ retired: SampleDevice) async throws -> SealingError?
        {
            let target = SealingTarget(
                try device.bundle(),
                recipient: .untracked,
                topic: mail.topic,
                retirement: retired.retirement()
            )
            do throws(SealingError) {
                let payload = try Payload(reading: Array(Self.content.utf8))
                _ = try await mail.sealer.seal(
                    mail.sealer.prepare(payload, now: Correspondence.now),
                    for: target,
                    now: Correspondence.now
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(try await refusal(stranger, stranger) == .deviceRetired)
        #expect(try await mail.memory.retirement(of: stranger.identity) == nil)
        // Another device's counts as none.
        #expect(try await refusal(mail.device, stranger) == nil)
        #expect(try await mail.memory.retirement(of: stranger.identity) == nil)
        #expect(try await refusal(mail.device, mail.device) == .deviceRetired)
        #expect(try await self.refusal(mail, for: .untracked) == .deviceRetired)
    }

    @Test(.rules("V-27 V-28 V-30 V-33"))
    func `a removed device is not sealed to under this recipient`() async throws {
        let mail = try Correspondence()
        #expect(try await refusal(mail) == nil)
        try await mail.memory.remove(mail.device.identity, for: "Bob")
        #expect(try await refusal(mail) == .deviceRetired)
        #expect(try await refusal(mail, SampleDevice().bundle()) == .newDevice)
        #expect(try await refusal(mail, for: .untracked) == nil)
    }

    @Test(.rules("V-27 V-28 V-30 V-33 C-9"))
    func `a device that is removed while it is sealed to gets no envelope, and no place`()
        async throws
    {
        let memory = RemovingMemory()
        let mail = try Correspondence(memory: memory)
        #expect(try await refusal(mail) == .deviceRetired)
        #expect(try await memory.devices(of: "Bob") == RecipientDevices(known: []))
    }

    @Test(.rules("V-29 V-31 V-32"))
    func `a sealer that trusts its directory takes new devices, and no dead ones`()
        async throws
    {
        let mail = try Correspondence()
        let (tablet, lost) = (SampleDevice(), SampleDevice())
        try await mail.memory.retire(lost.retirement())
        let sealer = Sender(keys: mail.sender, memory: mail.memory, newDevices: .trustDirectory)
        let payload = try Payload(reading: Array(Self.content.utf8))
        func seal(_ bundle: DeviceBundle) async throws(SealingError) {
            _ = try await sealer.seal(
                sealer.prepare(payload, now: Correspondence.now),
                for: SealingTarget(bundle, recipient: .named("Bob"), topic: mail.topic),
                now: Correspondence.now
            )
        }
        try await seal(mail.bundle)
        try await seal(tablet.bundle())
        #expect(
            try await mail.memory.devices(of: "Bob").known
                == [mail.device.identity, tablet.identity]
        )
        let bundle = try lost.bundle()
        await #expect(throws: SealingError.deviceRetired) { try await seal(bundle) }
        try await mail.memory.remove(tablet.identity, for: "Bob")
        let other = try tablet.bundle(epoch: 8)
        await #expect(throws: SealingError.deviceRetired) { try await seal(other) }
    }
}
