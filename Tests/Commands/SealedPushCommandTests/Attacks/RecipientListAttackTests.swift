// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushCommand

/// What a thief of a device's key, and what somebody who adds devices for others to remove, can do
/// to a recipient's list.
struct RecipientListAttackTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(oneTime: 4)
        try place.make("tablet", oneTime: 4)
    }

    private func seal(to device: String) throws -> Transcript {
        try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic]
                + ["--to", device, "--recipient", "bob"],
            input: #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#
        )
    }

    private func recipient(_ verb: String, _ options: String...) throws -> Transcript {
        try place.run(["recipient", verb, "--store", "@server", "--recipient", "bob"] + options)
    }

    private func hex(_ key: borrowing SigningKey) -> String {
        Hex.encode(key.publicKey.bytes.span)
    }

    /// A statement by which one key vouches for another, as an earlier edition had it: a thief who
    /// holds a device's key can sign any bytes.
    private func link(
        _ prefix: String,
        from old: borrowing SigningKey,
        to new: borrowing SigningKey,
        isOffer: Bool
    ) -> String {
        let fields = [1] + old.publicKey.bytes + new.publicKey.bytes
        let signed = Array("SealedPush v1 device link\0".utf8) + fields
        var bytes = fields + old.signature(for: signed.span)
        if !isOffer { bytes += new.signature(for: signed.span) }
        let checked = Array("SealedPush v1 text\0\(prefix)".utf8) + bytes
        let check = Array(SHA256.hash(checked.span).prefix(6))
        return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
    }

    @Test(.rules("V-29 V-31 V-32 C-9"))
    func `a thief of a device's key can make no device known, nor take a place for ever`() throws {
        let stolen = SigningKey()
        #expect(try recipient("confirm", "--device", hex(stolen)).status == 0)
        let texts = (0..<255).map { index in
            index % 2 == 0
                ? link("sealedpush-link-1:", from: stolen, to: SigningKey(), isOffer: false)
                : link("sealedpush-link-offer-1:", from: stolen, to: SigningKey(), isOffer: true)
        }
        try place.write(texts.joined(separator: "\n"), to: "links")
        let applied = try place.run("statement", "apply", "--store", "@server", "@links")
        #expect(applied.status == 4)
        #expect(applied.errors.contains("line 1: the statement is empty or of another kind"))
        #expect(applied.errors.contains("(wrongPrefix)"))
        #expect(applied.errors.contains("255 of 255 statements were not applied"))
        #expect(try place.run("device", "link", "--store", "@phone").status == 64)
        #expect(try recipient("list").text == "known        \(hex(stolen))\n")
        // A directory that the thief feeds brings no device to the list either.
        let refused = try seal(to: "@tablet.bundle")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("the device is not confirmed for the recipient"))
        // The true further device still gets in.
        #expect(try recipient("confirm", "--device", "@tablet.bundle").status == 0)
        #expect(try seal(to: "@tablet.bundle").status == 0)
    }

    @Test(.rules("V-34"))
    func `removed devices leave their places, and a person confirms at a full list`() throws {
        #expect(try seal(to: "@phone.bundle").status == 0)
        // More than any list has places, half of them never known.
        for index in 0..<300 {
            let device = hex(SigningKey())
            if index % 20 == 0 {
                #expect(try recipient("confirm", "--device", device).status == 0)
            }
            #expect(try recipient("remove", "--device", device).status == 0)
        }
        let list = try recipient("list").text.split(separator: "\n")
        #expect(list.count { $0.hasPrefix("removed ") } == 300)
        #expect(list.count { $0.hasPrefix("known ") } == 1)
        for _ in 1..<RecipientDevices.limit {
            #expect(try recipient("confirm", "--device", hex(SigningKey())).status == 0)
        }
        #expect(try seal(to: "@tablet.bundle").errors.contains("is not confirmed"))
        #expect(try recipient("confirm", "--device", "@tablet.bundle").status == 0)
        #expect(try seal(to: "@tablet.bundle").status == 0)
        #expect(try recipient("remove", "--device", "@tablet.bundle").status == 0)
        let removed = try seal(to: "@tablet.bundle")
        #expect(removed.status == 2)
        #expect(removed.errors.contains("the device was retired, or removed from the recipient"))
    }
}
