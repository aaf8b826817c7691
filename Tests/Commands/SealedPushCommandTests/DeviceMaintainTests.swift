// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct DeviceMaintainTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
    }

    private func maintain(_ options: String...) throws -> Transcript {
        let transcript = try place.run(["device", "maintain", "--store", "@phone"] + options)
        try #require(transcript.status == 0, "\(transcript.errors)")
        return transcript
    }

    private func stages() throws -> [String] {
        let shown = try place.succeed("device", "show", "--store", "@phone", "--json")
        let prekeys = try shown.json()["prekeys"]?.elements ?? []
        return prekeys.compactMap { $0["stage"]?.string }
    }

    /// Opens the epochs to other users, with which they are refused.
    private func blockEpochs() throws {
        let folder = place.path("phone/epochs")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644],
                ofItemAtPath: "\(folder)/\(name)"
            )
        }
    }

    private static func text(after time: Duration) -> String {
        TimeText.text(of: TimeOfTest.now.advanced(by: time))
    }

    @Test func `it says what it did as JSON, too`() throws {
        let first = try maintain("--json").json()
        #expect(first["made"]?.elements?.count == 1)
        #expect(first["made"]?.elements?.first?["class"]?.string == "one-time")
        #expect(first["oneTimeLeft"]?.integer == 100)
        #expect(first["minimumEpoch"]?.integer == 0)
        let second = try maintain("--json").json()
        #expect(second["made"]?.elements?.isEmpty == true)
        #expect(second["erased"]?.elements?.isEmpty == true)
        let early = try maintain("--json", "--at", Self.text(after: .days(49))).json()
        #expect(early["erased"]?.elements?.isEmpty == true)
        #expect(
            early["made"]?.elements?.compactMap { $0["reason"]?.string } == ["age", "low"]
        )
        let time = Self.text(after: .days(50))
        let third = try maintain("--json", "--at", time).json()
        #expect(
            third["erased"]?.elements?.compactMap { $0["reason"]?.string } == [
                "overAge", "overAge",
            ]
        )
        #expect(third["made"]?.elements?.isEmpty == true)
        #expect(third["superseded"]?.elements?.isEmpty == true)
        let revoked = try maintain("--json", "--at", time, "--revoke").json()
        #expect(
            revoked["minimumEpoch"]?.integer == revoked["made"]?.elements?.first?["epoch"]?.integer
        )
        #expect(revoked["erased"]?.elements?.first?["count"]?.integer == 100)
        #expect(revoked["cleared"]?["tombstones"]?.integer == 0)
    }

    @Test func `new reusable prekeys are made on demand`() throws {
        _ = try maintain()
        let rotated = try maintain("--rotate", "--json").json()
        #expect(
            rotated["made"]?.elements?.compactMap { $0["reason"]?.string } == ["demand"]
        )
        #expect(rotated["minimumEpoch"]?.integer == 0)
        #expect(try maintain("--rotate").text.contains("made        reusable, epoch "))
        let both = try place.run(
            "device",
            "maintain",
            "--store",
            "@phone",
            "--rotate",
            "--revoke"
        )
        #expect(both.status == 64)
    }

    @Test func `show tells how far each prekey has come`() throws {
        #expect(try stages() == ["generated"])
        try place.succeed("device", "bundle", "--store", "@phone")
        #expect(try stages() == ["offered"])
        let offer = try place.succeed("device", "bundle", "--store", "@phone", "--offer")
        try place.write(offer.output, to: "offer")
        try place.succeed("device", "acknowledge", "--store", "@phone", "@offer")
        #expect(try stages() == ["acknowledged"])
        _ = try maintain("--revoke")
        #expect(try stages().filter { $0 == "revoked" }.count == 1)
        #expect(try stages().filter { $0 == "generated" }.count == 101)
        let shown = try place.succeed("device", "show", "--store", "@phone").text
        #expect(shown.contains("\nrevoked    below epoch "))
    }

    @Test(.rules("V-11"))
    func `a directory is offered what is in stock, and never what was handed out`() throws {
        let hand = try place.succeed("device", "bundle", "--store", "@phone", "--one-time", "3")
        _ = try maintain()
        let run = try place.succeed("device", "bundle", "--store", "@phone", "--offer")
        #expect(run.errors.isEmpty)
        let given = try DeviceBundle(text: hand.line).records.filter { $0.terms.class == .oneTime }
        let offered = try DeviceBundle(text: run.line).records
        #expect(given.count == 3)
        #expect(offered.count == 101)
        #expect(Set(given).isDisjoint(with: offered))
        let both = try place.run(
            "device",
            "bundle",
            "--store",
            "@phone",
            "--offer",
            "--one-time",
            "1"
        )
        #expect(both.status == 64)
    }

    @Test func `an acknowledgement is of this device's bundle, whole and true`() throws {
        try place.make("other")
        let bundle = try place.text("other.bundle")
        let other = try place.run("device", "acknowledge", "--store", "@phone", "@other.bundle")
        #expect(other.status == 3)
        #expect(other.errors.contains("another device's"))
        try place.write(String(bundle.dropLast(9)), to: "cut")
        let cut = try place.run("device", "acknowledge", "--store", "@phone", "@cut")
        #expect(cut.status == 4)
        #expect(cut.errors.contains("mistyped or cut"))
    }

    @Test func `a damaged prekey is counted by show, and maintain retires it and makes another`()
        throws
    {
        let folder = place.path("phone/prekeys")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = "phone/prekeys/\(try #require(names.first))"
        var bytes = try place.read(name)
        bytes[bytes.count - 1] ^= 1
        try place.write(bytes, to: name)
        let shown = try place.run("device", "show", "--store", "@phone")
        #expect(shown.status == 0)
        #expect(shown.text.contains("\ndamaged    1: "))
        let facts = try place.succeed("device", "show", "--store", "@phone", "--json").json()
        #expect(facts["damaged"]?.integer == 1)
        #expect(facts["prekeys"]?.elements?.isEmpty == true)
        let run = try maintain()
        #expect(run.text.contains("discarded   1 damaged: 1 prekey, 0 states\n"))
        #expect(run.text.contains("made        reusable"))
        #expect(run.errors.contains("note: the store was damaged: check the disk, and hand out"))
        let next = try maintain("--json")
        #expect(next.errors.isEmpty)
        #expect(try next.json()["damaged"]?["prekeysRemoved"]?.integer == 0)
        #expect(try next.json()["failures"]?.elements?.isEmpty == true)
        #expect(try !place.succeed("device", "show", "--store", "@phone").text.contains("damaged"))
    }

    @Test func `a prekey without its claim directory is discarded, and maintain says so`() throws {
        _ = try maintain()
        let id = try #require(
            try place.succeed("device", "show", "--store", "@phone", "--json")
                .json()["prekeys"]?.elements?.first { $0["class"]?.string == "reusable" }?["id"]?
                .string
        )
        try FileManager.default.removeItem(atPath: place.path("phone/claims/\(id)"))
        let run = try maintain("--json")
        let erased = try #require(try run.json()["erased"]?.elements?.first)
        #expect(erased["reason"]?.string == "claimsLost")
        #expect(erased["class"]?.string == "reusable")
        #expect(try run.json()["made"]?.elements?.first?["reason"]?.string == "damage")
        #expect(run.errors.contains("note: the store was damaged"))
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path("phone/claims"))
        #expect(!left.contains(id))
    }

    @Test(arguments: ["tmp", "deferred", "unfinished", "claims", "prekeys", "states", "clock"])
    func `a missing folder is made again, and told only if prekeys are lost with it`(
        name: String
    ) throws {
        try FileManager.default.removeItem(atPath: place.path("phone/\(name)"))
        let run = try maintain()
        #expect(run.errors.isEmpty == !["claims", "prekeys"].contains(name))
        #expect(try maintain("--json").json()["oneTimeLeft"]?.integer == 100)
        let bundle = try place.succeed("device", "bundle", "--store", "@phone")
        #expect(bundle.errors.isEmpty)
    }

    @Test(arguments: [
        ("contacts", "'mkdir -m 700' makes again"), ("epochs", "'epochs' was not empty"),
    ])
    func `a folder that held what has to be known is named`(
        _ name: String,
        _ hint: String
    ) throws {
        try FileManager.default.removeItem(atPath: place.path("phone/\(name)"))
        let run = try place.run("device", "maintain", "--store", "@phone")
        #expect(run.status == 6)
        #expect(run.errors.contains("error: folders of the store are missing: \(name)\n"))
        #expect(run.errors.contains(hint))
    }

    @Test func `a revocation that fails is said to have begun, maybe`() throws {
        try blockEpochs()
        let run = try place.run("device", "maintain", "--store", "@phone", "--revoke")
        #expect(run.status == 6)
        #expect(run.errors.contains("note: the revocation may have begun: run it again"))
        let other = try place.run("device", "maintain", "--store", "@phone")
        #expect(!other.errors.contains("revocation"))
    }

    @Test func `a damaged identity alone needs a new device`() throws {
        let folder = place.path("phone/device")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try place.write("damaged", to: "phone/device/\(name)")
        }
        let run = try place.run("device", "maintain", "--store", "@phone")
        #expect(run.status == 6)
        #expect(run.errors.contains("hand out its bundle"))
    }

    @Test func `a rotation that was asked for and could not be made is told`() throws {
        _ = try maintain()
        try blockEpochs()
        let rotated = try place.run("device", "maintain", "--store", "@phone", "--rotate")
        #expect(rotated.status == 6)
        #expect(rotated.text.contains("not made    reusable, which were asked for\n"))
        #expect(!rotated.text.contains("nothing was due"))
        let json = try place.run("device", "maintain", "--store", "@phone", "--rotate", "--json")
        #expect(try json.json()["rotationLeft"]?.bool == true)
        let plain = try place.run("device", "maintain", "--store", "@phone")
        #expect(plain.status == 6)
        #expect(plain.text.contains("nothing was done\n"))
    }

    // MARK: - Notes of used prekeys

    /// A store that is a device and a sender, beside a bundle that was made so long ago.
    private static func withSender(tabletMade age: Duration) throws -> Workplace {
        let place = try Workplace()
        try place.succeed("device", "init", "--store", "@phone", "--topic", Workplace.topic)
        try place.succeed("sender", "init", "--store", "@phone")
        try place.succeed("device", "init", "--store", "@tablet", "--topic", Workplace.topic)
        let bundle = try place.succeed(
            "device",
            "bundle",
            "--store",
            "@tablet",
            "--one-time",
            "1",
            "--at",
            text(after: .zero - age)
        )
        try place.write(bundle.output, to: "tablet.bundle")
        return place
    }

    private static func seal(
        _ place: Workplace,
        _ store: String = "@phone",
        after time: Duration
    ) throws -> Transcript {
        try place.run(
            [
                "seal", "--store", store, "--to", "@tablet.bundle", "--untracked",
                "--topic", Workplace.topic, "--at", text(after: time),
            ],
            input: #"{"aps":{"alert":{"body":"one"}}}"#
        )
    }

    @Test func `a store with a sender forgets which prekeys it used when they have ended`() throws {
        let place = try Self.withSender(tabletMade: .days(47))
        #expect(try Self.seal(place, after: .days(-46)).errors.isEmpty)
        let maintain = ["device", "maintain", "--store", "@phone"]
        let early = try place.run(maintain + ["--json", "--at", Self.text(after: .days(-1))])
        #expect(try early.json()["cleared"]?["notes"]?.integer == 0)
        #expect(try place.run(maintain).text.contains("cleared     1 note of used prekeys\n"))
    }

    @Test func `a store without a device is cleared of them by sender maintain`() throws {
        let place = try Self.withSender(tabletMade: .days(47))
        try place.succeed("sender", "init", "--store", "@server")
        for store in ["@phone", "@server"] {
            #expect(try Self.seal(place, store, after: .days(-46)).errors.isEmpty)
            let maintain = ["sender", "maintain", "--store", store]
            let early = try place.run(maintain + ["--at", Self.text(after: .days(-1))])
            #expect(early.text == "nothing was due\n")
            #expect(try place.run(maintain).text == "cleared     1 note of used prekeys\n")
            #expect(try place.run(maintain).text == "nothing was due\n")
        }
        let none = try place.run("sender", "maintain", "--store", "@tablet")
        #expect(none.status == 6)
        #expect(none.errors.contains("the store has no sender identity"))
    }

    @Test func `a time in the future that is asked for makes no sender use a prekey twice`() throws
    {
        let place = try Self.withSender(tabletMade: .zero)
        #expect(try Self.seal(place, after: .zero).errors.isEmpty)
        let maintain = ["device", "maintain", "--store", "@phone", "--json", "--at"]
        let late = try place.run(maintain + [Self.text(after: .days(190))])
        #expect(late.status == 0)
        #expect(try late.json()["cleared"]?["notes"]?.integer == 0)
        let again = try Self.seal(place, after: .zero)
        #expect(again.status == 0)
        #expect(again.errors.contains("note: no one-time prekey could be used"))
    }

    @Test func `sealing tells where no one-time prekey is left`() throws {
        let place = try Workplace.withStores(oneTime: 1)
        try place.seal("one")
        let second = try place.run(
            [
                "seal", "--store", "@server", "--to", "@phone.bundle", "--untracked",
                "--topic", Workplace.topic,
            ],
            input: #"{"aps":{"alert":{"body":"two"}}}"#
        )
        #expect(second.status == 0)
        #expect(second.errors.contains("note: no one-time prekey could be used"))
    }
}
