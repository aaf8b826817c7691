// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@testable import SealedPushRelay

struct CapabilityTests {
    @Test func `a capability's text is read back to the same digest`() throws {
        let capability = Capability()
        let read = try #require(Capability(text: capability.text))
        #expect(read.digest == capability.digest)
        #expect(Capability().digest != capability.digest)
    }

    @Test(
        arguments: ["", "AA"]
            + [(42, "A"), (44, "A"), (43, "=")].map { String(repeating: $1, count: $0) }
    )
    func `a text of another length or alphabet is no capability`(_ text: String) {
        #expect(Capability(text: text) == nil)
    }

    @Test func `a capability shows nothing of its value`() {
        let capability = Capability()
        var dumped = ""
        dump(capability, to: &dumped)
        #expect(!"\(capability)\(dumped)".contains(capability.text))
        #expect(!dumped.contains("bytes"))
    }
}

struct MessageHandleTests {
    @Test(arguments: [1, 4711, Int64.max])
    func `a handle is read back to its message`(_ number: Int64) throws {
        let key = SecretBytes(randomCount: 32)
        let handle = MessageHandle(OutboxID(number), key: key)
        #expect(handle.text.utf8.count == 32)
        #expect(MessageHandle(text: handle.text, key: key) == handle)
    }

    @Test func `no bit of a handle can be changed, and another relay's is refused`() throws {
        let key = SecretBytes(randomCount: 32)
        let handle = MessageHandle(OutboxID(4711), key: key)
        let bytes = try Base64URL.decode(Array(handle.text.utf8).span)
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let text = Base64URL.encode(changed.span)
            #expect(MessageHandle(text: text, key: key) == nil)
        }
        #expect(MessageHandle(text: handle.text, key: SecretBytes(randomCount: 32)) == nil)
    }

    @Test(arguments: [
        "", "4711", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", String(repeating: "A", count: 33),
    ])
    func `a text of another form is no handle`(_ text: String) {
        #expect(MessageHandle(text: text, key: SecretBytes(randomCount: 32)) == nil)
    }

    @Test func `a device's id is read back, and nothing else is an id`() {
        for _ in 0..<100 {
            let id = DeviceID()
            #expect(id.number > 0)
            #expect(DeviceID(text: id.text) == id)
            #expect(0..<64 ~= id.shard())
        }
        let others = [
            "", "0", "ffffffffffffffff", "000000000000000A", "00000000000000a", "+00000000000000a",
        ]
        for text in others { #expect(DeviceID(text: text) == nil, "\(text)") }
    }

    @Test func `a push id is a random UUID of version 4`() {
        let id = PushID()
        #expect(id.bytes.count == 16)
        #expect(id.bytes[6] >> 4 == 4)
        #expect(id.bytes[8] >> 6 == 0b10)
        #expect(PushID() != id)
    }
}
