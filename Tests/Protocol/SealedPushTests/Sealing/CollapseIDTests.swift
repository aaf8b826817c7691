// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct CollapseIDTests {
    @Test(.rules("S-10 S-11")) func `a message that replaces nothing is called by its id`() throws {
        let id = MessageID([UInt8](0..<16))
        #expect(CollapseID(id).text == "AAECAwQFBgcICQoLDA0ODw")
    }

    @Test func `an id is read as it was written, and nothing else is one`() {
        let id = CollapseID(MessageID([UInt8](0..<16)))
        #expect(CollapseID(id.text) == id)
        for text in ["", "AAECAwQFBgcICQoLDA0O", "AAECAwQFBgcICQoLDA0OD=", id.text + "AA"] {
            #expect(CollapseID(text) == nil)
        }
    }

    @Test(.rules("S-10 S-11 C-2"), arguments: ["", "order-17", "Bestellung 🍞"])
    func `a caller's key is hidden by the formula`(_ key: String) throws {
        let device = try SampleDevice().device
        let secret = [UInt8](repeating: 0xC1, count: 32)
        let code = HMACSHA256.code(key: secret.span) { input in
            input.update(Array("SealedPush v1 collapse\0".utf8) + device.bytes + Array(key.utf8))
        }
        let id = CollapseID(key: key, device: device, sender: try SenderKeys.sample())
        let expected = Array(code.prefix(16))
        #expect(id.text == Base64URL.encode(expected.span))
        #expect(id.text.utf8.count == 22)
    }

    @Test(.rules("S-10 S-11"))
    func `the same key gives one id on one device and differs by key, device and sender`()
        throws
    {
        let first = try SampleDevice(1).device
        let second = try SampleDevice(2).device
        let sender = try SenderKeys.sample(1)
        let other = try SenderKeys.sample(2)
        let ids = [
            CollapseID(key: "a", device: first, sender: sender),
            CollapseID(key: "b", device: first, sender: sender),
            CollapseID(key: "a", device: second, sender: sender),
            CollapseID(key: "a", device: first, sender: other),
        ]
        #expect(Set(ids).count == ids.count)
        #expect(ids[0] == CollapseID(key: "a", device: first, sender: sender))
    }
}
