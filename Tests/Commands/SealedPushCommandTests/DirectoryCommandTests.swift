// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// `directory add` and `claim`, and a device's bundles.
struct DirectoryCommandTests {
    private let place: Workplace
    private let bob = ["--directory", "@recipients", "--recipient", "Bob"]

    private var add: [String] { ["directory", "add"] + bob + ["@offer"] }

    init() throws {
        place = try Workplace.withStores()
    }

    /// What the device offers now, in the file "offer".
    private func offer() throws {
        try place.succeed("device", "maintain", "--store", "@phone")
        let offer = try place.succeed("device", "bundle", "--store", "@phone", "--offer")
        try place.write(offer.output, to: "offer")
    }

    private func claim(_ options: String...) throws -> DeviceBundle {
        let run = try place.run(["directory", "claim"] + bob + options)
        try #require(run.status == 0, "\(run.errors)")
        return try DeviceBundle(text: run.text)
    }

    @Test func `rotation loses no one-time prekey, and each goes to one sender`() throws {
        try offer()
        #expect(try place.run(add).text == "101\n")
        try place.succeed("device", "acknowledge", "--store", "@phone", "@offer")
        #expect(try place.run(add).text == "0\n")
        let first = try claim("--one-time", "30")
        #expect(first.records.count == 31)
        // A new reusable prekey, and no one-time prekey: the directory has them all.
        try place.succeed("device", "maintain", "--store", "@phone", "--rotate")
        try offer()
        #expect(try place.run(add).text == "1\n")
        let second = try claim("--one-time", "255")
        #expect(second.records.count == 71)
        #expect(Set(first.records).isDisjoint(with: second.records))
        // What was given out is not taken back, even if it is offered again.
        #expect(try claim().records.count == 1)
        #expect(try place.run(["directory", "claim"] + bob).errors.contains("0 one-time prekeys"))
    }

    @Test func `where the folder is lost other prekeys are offered, and the lost ones still open`()
        throws
    {
        try offer()
        try place.succeed(add)
        let lost = try claim()
        try place.write(lost.text, to: "lost.bundle")
        try place.seal("Hi", to: "@lost.bundle", as: "lost")
        let acknowledge = ["device", "acknowledge", "--store", "@phone"]
        #expect(try place.run(acknowledge + ["@offer"]).text == "101\n")
        let before = try place.text("offer")
        try offer()
        #expect(try DeviceBundle(text: place.text("offer")).records.count == 1)
        try place.write(before, to: "offer")
        #expect(try place.run(acknowledge + ["--undo", "@offer"]).text == "101\n")
        #expect(try place.run(acknowledge + ["--undo", "@offer"]).text == "0\n")
        try FileManager.default.removeItem(atPath: place.path("recipients"))
        try offer()
        let again = try DeviceBundle(text: place.text("offer"))
        #expect(again.records.count == 101)
        // The reusable prekey is the same; the others may have been given out.
        #expect(try Set(again.records).intersection(DeviceBundle(text: before).records).count == 1)
        #expect(try place.open("lost").status == 0)
    }

    @Test func `taking back the last offer takes back what came before it`() throws {
        try offer()
        try place.succeed("device", "acknowledge", "--store", "@phone", "@offer")
        try place.succeed("device", "maintain", "--store", "@phone", "--rotate")
        try offer()
        #expect(try DeviceBundle(text: place.text("offer")).records.count == 1)
        try place.succeed("device", "acknowledge", "--store", "@phone", "@offer")
        let undo = ["device", "acknowledge", "--store", "@phone", "--undo", "@offer"]
        #expect(try place.run(undo).text == "101\n")
        try offer()
        #expect(try DeviceBundle(text: place.text("offer")).records.count == 101)
    }

    @Test func `what can't be read, or is there twice, is not written anew`() throws {
        try offer()
        try #require(try place.run(add).status == 0)
        let file = try "recipients/%42ob/\(device()).bundle"
        let whole = try place.text(file)
        try place.write(whole.replacing("a", with: "b"), to: file)
        let damaged = try place.text(file)
        let claim = ["directory", "claim", "--device", "@offer"] + bob
        for run in [try place.run(add), try place.run(claim)] {
            #expect(run.status == 4)
            #expect(run.errors.contains("the bundle "))
        }
        #expect(try place.text(file) == damaged)
        try place.write(whole, to: file)
        try place.write(whole, to: "recipients/%42ob/phone.bundle")
        let twice = try place.run(add)
        #expect(twice.status == 2)
        #expect(twice.errors.contains("repeatedDevice"))
        #expect(try place.text(file) == whole)
    }

    @Test func `an offer whose reusable prekey is passed over is told`() throws {
        try offer()
        try place.succeed(add)
        let files = FileManager.default
        try files.copyItem(atPath: place.path("phone"), toPath: place.path("copy"))
        func rotate(_ store: String) throws {
            try place.succeed("device", "maintain", "--store", store, "--rotate")
            let bundle = try place.succeed("device", "bundle", "--store", store)
            try place.write(bundle.output, to: "offer")
        }
        try rotate("@phone")
        #expect(try place.succeed(add).errors.isEmpty)
        // The copy makes the same epoch once more.
        try rotate("@copy")
        let passedOver = try place.succeed(add)
        #expect(passedOver.text == "0\n")
        #expect(passedOver.errors.contains("note: the folder has another reusable prekey"))
        try rotate("@copy")
        #expect(try place.succeed(add).errors.isEmpty)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `what is added or made is told though nothing can be printed`() throws {
        try offer()
        let rotate = ["device", "maintain", "--store", "@phone", "--rotate"]
        for (arguments, done) in [(add, "the folder has the offer"), (rotate, "are replaced")] {
            let run = try place.start(arguments, output: "/dev/full").end()
            #expect(run.status == 9)
            #expect(run.errors.contains("\(done), but the output could not be written"))
        }
        #expect(try place.run(add).text == "0\n")
    }

    @Test func `what killed commands left in the folder goes with the next change`() throws {
        try offer()
        try place.succeed(add)
        let folder = "recipients/%42ob"
        let kept = ["\(folder)/.partial-0123", "\(folder)/.partial-0123456789abcdeg"]
        for name in kept + ["\(folder)/.partial-0123456789abcdef"] { try place.write("", to: name) }
        _ = try claim()
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
        let left = names.filter { $0.hasPrefix(".partial-") }.map { "\(folder)/\($0)" }
        #expect(Set(left) == Set(kept))
    }

    @Test func `a folder that is full takes no further device`() throws {
        try offer()
        let folder = place.path("recipients/%42ob")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<64 { try place.write("", to: "recipients/%42ob/\(number).bundle") }
        let run = try place.run(add)
        #expect(run.status == 2)
        #expect(run.errors.contains("more than 64 bundles"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 64)
    }

    @Test func `a device is taken out, and what was given of it stays known`() throws {
        try offer()
        let remove = ["directory", "remove", "--device", "@offer"] + bob
        #expect(try place.run(remove).status == 64)
        try #require(try place.run(add).status == 0)
        let given = try claim("--one-time", "30")
        #expect(try place.run(remove).errors.contains("note: removed"))
        #expect(try place.run(remove).status == 2)
        #expect(try place.run(["directory", "claim"] + bob).status == 2)
        #expect(try place.run(add).text == "71\n")
        let next = try claim("--one-time", "255")
        #expect(Set(given.records).intersection(next.records).count == 1)
    }

    @Test(.rules("V-27 V-28 V-30 V-33"))
    func `a removal that ends halfway leaves the bundle with its list and its retirement`()
        throws
    {
        try offer()
        try place.succeed(add)
        _ = try claim()
        try place.write(
            place.succeed("device", "retire", "--store", "@phone").output,
            to: "statement"
        )
        try place.succeed(["directory", "retire"] + bob + ["@statement"])
        let (folder, files) = (place.path("recipients/%42ob"), FileManager.default)
        let hex = try device()
        let kept = [".bundle", ".given", ".retirement"].map { "phone" + $0 }
        for name in try files.contentsOfDirectory(atPath: folder) where name.hasPrefix(hex) {
            let other = "phone" + name.dropFirst(hex.count)
            try files.moveItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/\(other)")
        }
        // A folder is at the place of the last file that it makes.
        try files.createDirectory(
            atPath: "\(folder)/\(hex).retirement",
            withIntermediateDirectories: false
        )
        let remove = ["directory", "remove", "--device", "@offer"] + bob
        #expect(try place.run(remove).status == 1)
        for name in kept { #expect(files.fileExists(atPath: "\(folder)/\(name)")) }
        try files.removeItem(atPath: "\(folder)/\(hex).retirement")
        try place.succeed(remove)
        for name in kept { #expect(!files.fileExists(atPath: "\(folder)/\(name)")) }
        try place.succeed(add)
        #expect(try place.run(["directory", "claim"] + bob).errors.contains("(deviceRetired)"))
    }

    private func seal() throws -> Transcript {
        try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic] + bob,
            input: #"{"aps":{"alert":"Hi"}}"#
        )
    }

    @Test func `what a server seals to and what is claimed is never the same one-time prekey`()
        throws
    {
        try offer()
        try place.succeed(add)
        // All of them, half by sealing and half by claiming; then what was given is all different.
        var given: Set<PrekeyRecord.ID> = []
        for _ in 0..<5 {
            let sealed = try seal()
            #expect(try sealed.json()["oneTimeExhausted"]?.bool == false)
            try place.write(sealed.json()["payload"]?.bytes.map(\.self) ?? [], to: "sealed")
            #expect(try place.open().status == 0)
            given.formUnion(try claim("--one-time", "1").records.map(\.id))
        }
        // The reusable prekey, and five: the other five are with the server.
        #expect(given.count == 6)
        let rest = try claim("--one-time", "255")
        #expect(rest.records.count == 1 + 100 - 10)
        #expect(given.intersection(rest.records.map(\.id)).count == 1)
        #expect(try seal().json()["oneTimeExhausted"]?.bool == true)
    }

    @Test func `two servers that share a folder seal to different one-time prekeys`() throws {
        try offer()
        try place.succeed(add)
        try place.addContact(place.succeed("sender", "init", "--store", "@second").line)
        let payload = #"{"aps":{"alert":"Hi"}}"#
        for (number, store) in ["@server", "@second", "@server", "@second"].enumerated() {
            let sealed = try place.run(
                ["seal", "--store", store, "--topic", Workplace.topic] + bob,
                input: payload
            )
            try place.write(sealed.json()["payload"]?.bytes.map(\.self) ?? [], to: "\(number)")
        }
        for number in 0..<4 { #expect(try place.open("\(number)").status == 0) }
    }

    @Test func `from a folder that can't note a use a server seals to the reusable prekey`() throws
    {
        try offer()
        try place.succeed(add)
        try place.write("damaged", to: "recipients/%42ob/\(device()).given")
        let sealed = try seal()
        #expect(sealed.status == 0)
        #expect(try sealed.json()["oneTimeExhausted"]?.bool == true)
        let note = "note: one-time prekeys of the folder are not used: the list of given prekeys"
        #expect(sealed.errors.components(separatedBy: note).count == 2)
    }

    private func device() throws -> String {
        Hex.encode(try DeviceBundle(text: place.text("offer")).device.bytes.span)
    }

    @Test(.rules("C-29")) func `of claims at once none gives what another gave`() throws {
        try offer()
        try place.succeed(add)
        let runs = try (0..<8).map { _ in
            try place.start(["directory", "claim"] + bob + ["--one-time", "10"])
        }
        var given: [PrekeyRecord.ID] = []
        for run in runs {
            let transcript = try run.end()
            #expect(transcript.status == 0, "\(transcript.errors)")
            let bundle = try DeviceBundle(text: transcript.text)
            given += bundle.records.filter { $0.terms.class == .oneTime }.map(\.id)
        }
        #expect(given.count == 80)
        #expect(Set(given).count == 80)
    }

    @Test func `a server seals from the folder that the commands keep`() throws {
        try offer()
        try place.succeed(add)
        let sealed = try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic] + bob,
            input: #"{"aps":{"alert":"Hi"}}"#
        )
        #expect(sealed.status == 0, "\(sealed.errors)")
        #expect(sealed.errors.isEmpty)
    }

    @Test func `a folder that can't be made is an output that can't be written`() throws {
        try offer()
        try place.write("", to: "recipients")
        let added = try place.run(add)
        #expect(added.status == 1)
        #expect(added.errors.contains("the recipient's folder can't be written: not a directory"))
    }

    @Test func `who is meant has to be said, and has to be there`() throws {
        let none = try place.run(["directory", "claim"] + bob)
        #expect(none.status == 64)
        #expect(none.errors.contains("the directory can't be read: no such folder"))
        try place.make("tablet")
        for bundle in ["@phone.bundle", "@tablet.bundle"] {
            #expect(try place.run(["directory", "add"] + bob + [bundle]).status == 0)
        }
        let unclear = try place.run(["directory", "claim"] + bob)
        #expect(unclear.status == 64)
        #expect(unclear.errors.contains("the recipient has 2 devices"))
        let tablet = try DeviceBundle(text: place.text("tablet.bundle")).device
        #expect(try claim("--device", "@tablet.bundle", "--one-time", "0").device == tablet)
        let nobody = ["--directory", "@recipients", "--recipient", "nobody"]
        let absent = try place.run(["directory", "claim"] + nobody)
        #expect(absent.status == 2)
        #expect(absent.errors.contains("the directory has no device of the recipient"))
    }

    @Test(.rules("C-29"))
    func `a list of given prekeys that was cut or changed is told, and nothing is given`()
        throws
    {
        try offer()
        try place.succeed(add)
        _ = try claim()
        let name = try "recipients/%42ob/\(device()).given"
        let text = try place.text(name)
        let id = String(repeating: "00", count: 8)
        for damaged in [
            "", String(text.dropLast(3)), String(text.split(separator: "\n")[0]) + "\n",
            text.split(separator: "\n")[1] + "\n", text + "\n", "\(id) 1750000000000\n" + text,
        ] {
            try place.write(damaged, to: name)
            let run = try place.run(["directory", "claim"] + bob)
            #expect(run.status == 4)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("the list of given prekeys is damaged"))
            // An offer that is added again brings nothing back.
            #expect(try place.run(add).status == 4)
        }
        try place.write(text, to: name)
        _ = try claim()
    }

    @Test(.rules("C-29"))
    func `a list of given prekeys that was removed is told, and nothing is given`() throws {
        func clear() throws {
            let folder = place.path("recipients/%42ob")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }
        try offer()
        try place.succeed(add)
        let bundle = try "recipients/%42ob/\(device()).bundle"
        let before = try place.text(bundle)
        // A bundle that was put there by hand has a list as well, from its first use on.
        for name in [bundle, "recipients/%42ob/phone.bundle"] {
            try clear()
            try place.write(before, to: name)
            _ = try claim()
            let list = name.replacing(".bundle", with: ".given")
            let text = try place.text(list)
            try FileManager.default.removeItem(atPath: place.path(list))
            for _ in 0..<2 {
                let run = try place.run(["directory", "claim"] + bob)
                #expect(run.status == 4 && run.output.isEmpty)
                #expect(run.errors.contains("the list of given prekeys is gone"))
                #expect(try place.run(add).status == 4)
            }
            #expect(try seal().json()["oneTimeExhausted"]?.bool == true)
            // Nor is it forgotten where the device is taken out and added again.
            try place.succeed(["directory", "remove", "--device", "@offer"] + bob)
            #expect(try place.run(add).status == 4)
            try place.write(text, to: "recipients/%42ob/\(device()).given")
            try place.succeed(add)
        }
        // What the hint says.
        try clear()
        try place.succeed("device", "maintain", "--store", "@phone", "--revoke")
        try offer()
        #expect(try place.run(add).text == "101\n")
    }

    @Test func `a bundle is shown with its device, its prekeys and their terms`() throws {
        try offer()
        let shown = try place.succeed("inspect", "@offer")
        let lines = shown.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines[0].wholeMatch(of: /device     [0-9a-f]{64}/) != nil)
        #expect(lines[1].contains("reusable   1 of epoch "))
        #expect(lines[2].contains("one-time   100 of epoch "))
        #expect(lines[3] == "revoked    none")
        let json = try place.succeed("inspect", "--json", "@offer").json()
        #expect(json["records"]?.elements?.count == 101)
        #expect(json["minimumEpoch"]?.integer == 0)
        let identity = try place.text("identity").trimmingCharacters(in: .newlines)
        #expect(try place.succeed("inspect", "@identity").line == "sender     \(identity)")
        try place.write(identity.dropLast() + "!", to: "wrong")
        #expect(try place.run("inspect", "@wrong").status == 4)
    }
}
