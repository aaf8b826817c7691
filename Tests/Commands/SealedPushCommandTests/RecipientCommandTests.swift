// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import Testing

@testable import SealedPushCommand

/// `recipient`: whose devices they are.
struct RecipientCommandTests {
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

    private func identity(_ device: String) throws -> String {
        let text = try place.text("\(device).bundle")
        return Hex.encode(try DeviceBundle(text: text).device.bytes.span)
    }

    @Test func `devices are listed, confirmed and removed`() throws {
        let (phone, tablet) = (try identity("phone"), try identity("tablet"))
        #expect(try recipient("list").text.isEmpty)
        let first = try recipient("confirm", "--device", "@phone.bundle").errors
        #expect(first.contains("note: confirmed\n"))
        #expect(first.contains("note: nothing was known of this recipient before\n"))
        let again = try recipient("confirm", "--device", phone)
        #expect(again.status == 0)
        #expect(again.errors == "sealedpush: note: it was known before\n")
        try place.write(tablet + "\n", to: "tablet.identity")
        #expect(try recipient("confirm", "--device", "@tablet.identity").status == 0)
        #expect(try recipient("list").text == "known        \(phone)\nknown        \(tablet)\n")
        #expect(
            try recipient("remove", "--device", tablet).errors == "sealedpush: note: removed\n"
        )
        let mistyped = ["recipient", "remove", "--store", "@server", "--recipient", "mistyped"]
        let removed = try place.run(mistyped + ["--device", phone])
        #expect(removed.errors.contains("note: it was not known for this recipient"))
        #expect(try recipient("remove", "--device", tablet).errors.contains("removed before"))
        #expect(try recipient("list").text == "known        \(phone)\nremoved      \(tablet)\n")
        let dead = try recipient("confirm", "--device", tablet)
        #expect(dead.status == 2)
        #expect(dead.errors.contains("the device was retired, or removed from the recipient"))
        let json = try recipient("list", "--json").json().elements ?? []
        #expect(json.map { $0["state"]?.string } == ["known", "removed"])
        #expect(json.map { $0["device"]?.string } == [phone, tablet])
        let sealed = try seal(to: "@tablet.bundle")
        #expect(sealed.status == 2)
        #expect(sealed.output.isEmpty)
    }

    @Test func `a damaged list is made up for by who confirms the device`() throws {
        #expect(try seal(to: "@phone.bundle").status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path("server/pins")) {
            try place.write("damaged", to: "server/pins/\(name)")
        }
        let refused = try seal(to: "@phone.bundle")
        #expect(refused.status == 6)
        #expect(refused.errors.contains("'sealedpush recipient confirm' makes up for it"))
        let mended = try recipient("confirm", "--device", "@phone.bundle")
        #expect(mended.status == 0)
        #expect(mended.errors.contains("was damaged: confirm every other device, too"))
        #expect(try seal(to: "@phone.bundle").status == 0)
    }

    @Test(arguments: ["hello", "", "00", "sealedpush-sender-1:x.y"])
    func `what is no device is refused`(_ text: String) throws {
        try place.write(text, to: "device")
        for verb in ["confirm", "remove"] {
            let run = try recipient(verb, "--device", "@device")
            #expect(run.status == 4)
            #expect(run.errors.contains("the bundle is empty or of another kind (wrongPrefix)"))
        }
        let zeros = try recipient("confirm", "--device", String(repeating: "0", count: 64))
        #expect(zeros.status == 4)
        #expect(zeros.errors.contains("identityRefused"))
        #expect(try recipient("confirm", "--device", "@nowhere").status == 64)
        #expect(try recipient("list").text.isEmpty)
    }

    @Test func `a published test identity is confirmed only on demand`() throws {
        let bytes = TestIdentities.all[0]
        let test = Hex.encode(bytes.span)
        let refused = try recipient("confirm", "--device", test)
        #expect(refused.status == 7)
        #expect(refused.errors.contains("published test identity"))
        #expect(try recipient("confirm", "--device", test, "--insecure-test-keys").status == 0)
    }
}
