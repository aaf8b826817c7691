// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

/// `directory add` and `claim`, and a device's bundles.
struct DirectoryCommandTests {
    private let place: Workplace
    private let bob = ["--directory", "@recipients", "--recipient", "Bob"]

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
        let add = ["directory", "add"] + bob + ["@offer"]
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
        // What was given out is not taken back, whoever offers it.
        #expect(try claim().records.count == 1)
        #expect(try place.run(["directory", "claim"] + bob).errors.contains("0 one-time prekeys"))
    }

    @Test func `an acknowledgement can be taken back`() throws {
        try offer()
        let acknowledge = ["device", "acknowledge", "--store", "@phone"]
        #expect(try place.run(acknowledge + ["@offer"]).text == "101\n")
        let before = try place.text("offer")
        try offer()
        #expect(try DeviceBundle(text: place.text("offer")).records.count == 1)
        try place.write(before, to: "offer")
        #expect(try place.run(acknowledge + ["--undo", "@offer"]).text == "101\n")
        #expect(try place.run(acknowledge + ["--undo", "@offer"]).text == "0\n")
        try offer()
        let again = try DeviceBundle(text: place.text("offer"))
        #expect(try Set(again.records) == Set(DeviceBundle(text: before).records))
    }

    @Test func `of claims at once none gives what another gave`() throws {
        try offer()
        try place.succeed(
            "directory",
            "add",
            "--directory",
            "@recipients",
            "--recipient",
            "Bob",
            "@offer"
        )
        let runs = try (0..<8).map { _ in
            try place.start(["directory", "claim"] + bob + ["--one-time", "10"])
        }
        var given: [PrekeyID] = []
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
        try place.succeed(
            "directory",
            "add",
            "--directory",
            "@recipients",
            "--recipient",
            "Bob",
            "@offer"
        )
        let sealed = try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic] + bob,
            input: #"{"aps":{"alert":"Hi"}}"#
        )
        #expect(sealed.status == 0, "\(sealed.errors)")
        #expect(sealed.errors.isEmpty)
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

    @Test(arguments: ["", "0011223344556677", "0011223344556677 x", "00 1750000000000"])
    func `a damaged list of what was given out is told, and nothing is given`(
        _ line: String
    ) throws {
        try offer()
        try place.succeed(
            "directory",
            "add",
            "--directory",
            "@recipients",
            "--recipient",
            "Bob",
            "@offer"
        )
        _ = try claim()
        let folder = "recipients/%42ob"
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
        let given = try #require(names.first { $0.hasSuffix(".given") })
        let text = try place.text("\(folder)/\(given)")
        try place.write(text + "\(line)\n", to: "\(folder)/\(given)")
        let run = try place.run(["directory", "claim"] + bob)
        #expect(run.status == (line.isEmpty ? 0 : 4))
        #expect(run.output.isEmpty != line.isEmpty)
    }

    @Test func `a bundle is shown with its device, its prekeys and their terms`() throws {
        try offer()
        let shown = try place.succeed("bundle", "show", "@offer")
        let lines = shown.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines[0].wholeMatch(of: /device     [0-9a-f]{64}/) != nil)
        #expect(lines[1].contains("reusable   1 of epoch "))
        #expect(lines[2].contains("one-time   100 of epoch "))
        #expect(lines[3] == "revoked    none")
        let json = try place.succeed("bundle", "show", "--json", "@offer").json()
        #expect(json["records"]?.elements?.count == 101)
        #expect(json["minimumEpoch"]?.integer == 0)
        let wrong = try place.run("bundle", "show", "@identity")
        #expect(wrong.status == 4)
    }
}
