// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import Testing

@testable import SealedPushCommand

/// `seal` for several devices, and whose devices they are.
struct SeveralDevicesTests {
    private let place: Workplace

    private static let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#

    init() throws {
        place = try Workplace.withStores(oneTime: 4)
        try place.make("tablet", oneTime: 4)
    }

    private func seal(_ options: String..., input: String = payload) throws -> Transcript {
        try seal(options, input: input)
    }

    private func seal(_ options: [String], input: String = payload) throws -> Transcript {
        try place.run(
            ["seal", "--store", "@server", "--topic", Workplace.topic]
                + Workplace.naming(options),
            input: input
        )
    }

    private func recipient(_ verb: String, _ options: String...) throws -> Transcript {
        try place.run(["recipient", verb, "--store", "@server", "--recipient", "bob"] + options)
    }

    private func lines(_ transcript: Transcript) throws -> [JSONValue] {
        try transcript.text.split(separator: "\n").map {
            try JSONDocument(reading: Array($0.utf8)).root
        }
    }

    private func identity(_ device: String) throws -> String {
        let text = try place.text("\(device).bundle")
        return Hex.encode(try DeviceBundle(text: text).device.bytes.span)
    }

    /// A folder of bundles, in which `bob` has both devices.
    private func makeDirectory(_ devices: [String] = ["phone", "tablet"]) throws {
        try FileManager.default.createDirectory(
            atPath: place.path("recipients/bob"),
            withIntermediateDirectories: true
        )
        for device in devices {
            let text = try place.text("\(device).bundle")
            try place.write(text, to: "recipients/bob/\(device).bundle")
        }
    }

    // MARK: - Output

    @Test func `each device has a line, with what to send to it`() throws {
        let sealed = try seal("--to", "@phone.bundle", "--to", "@tablet.bundle")
        #expect(sealed.status == 0)
        #expect(sealed.errors.isEmpty)
        let lines = try lines(sealed)
        #expect(
            lines.compactMap { $0["device"]?.string } == [
                try identity("phone"), try identity("tablet"),
            ]
        )
        for (line, device) in zip(lines, ["phone", "tablet"]) {
            #expect(line["headers"]?["apns-topic"]?.string == Workplace.topic)
            #expect(line["headers"]?["apns-push-type"]?.string == "alert")
            #expect(line["headers"]?["apns-collapse-id"]?.string?.count == 22)
            #expect(
                line.members?.map(\.0) == [
                    "device", "headers", "oneTimeExhausted", "expiryClamped", "statements",
                    "payload",
                ]
            )
            #expect(line["oneTimeExhausted"]?.bool == false)
            #expect(line["expiryClamped"]?.bool == false)
            let payload = try #require(line["payload"])
            try place.write(Array(payload.bytes), to: "sealed")
            let opened = try place.run("open", "--store", "@\(device)", "@sealed")
            #expect(try opened.string("notification", "body") == "Dinner at eight")
        }
    }

    @Test func `one --to prints the payload alone, a directory of one a line`() throws {
        let one = try seal("--to", "@phone.bundle", "--recipient", "bob")
        #expect(try one.json()["encrypted-content"] != nil)
        try makeDirectory(["phone"])
        let listed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(listed.status == 0)
        #expect(try lines(listed).compactMap { $0["device"]?.string } == [try identity("phone")])
    }

    @Test func `a device that is not sealed to has its error, and the others their payload`()
        throws
    {
        try makeDirectory()
        #expect(try seal("--to", "@phone.bundle", "--recipient", "bob").status == 0)
        let sealed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(sealed.status == 2)
        #expect(
            sealed.errors == """
                sealedpush: note: device 2: the device is not confirmed for the recipient \
                (newDevice)
                sealedpush: error: 1 of 2 devices were not sealed to
                sealedpush: hint: the output names the reason of each

                """
        )
        let lines = try lines(sealed)
        #expect(lines.count == 2)
        #expect(lines[0]["payload"] != nil && lines[0]["error"] == nil)
        #expect(lines[1].members?.map(\.0) == ["device", "error"])
        #expect(lines[1]["error"]?.string == "newDevice")
        #expect(lines[1]["device"]?.string == (try identity("tablet")))
        #expect(try recipient("confirm", "--device", "@tablet.bundle").status == 0)
        #expect(try seal("--directory", "@recipients", "--recipient", "bob").status == 0)
    }

    @Test func `of a new recipient's devices the first becomes known, and the others are new`()
        throws
    {
        try makeDirectory()
        let sealed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(sealed.status == 2)
        #expect(try lines(sealed).map { $0["error"]?.string } == [nil, "newDevice"])
        #expect(try recipient("list").text == "known        \(try identity("phone"))\n")
    }

    @Test func `what is told of a device is told by its number`() throws {
        let long = String(repeating: "word ", count: 500)
        let payload = #"{"aps":{"alert":{"title":"T","body":"\#(long)"}}}"#
        let sealed = try seal(
            "--to",
            "@phone.bundle",
            "--to",
            "@tablet.bundle",
            "--shorten",
            "body",
            input: payload
        )
        #expect(
            sealed.errors == """
                sealedpush: note: device 1: shortened to make it fit: body
                sealedpush: note: device 2: shortened to make it fit: body

                """
        )
    }

    @Test func `that a device has no one-time prekey left, and a message ends early, is told`()
        throws
    {
        let bundle = try place.succeed("device", "bundle", "--store", "@tablet")
        try place.write(bundle.output, to: "tablet.bundle")
        let moment = TimeText.text(of: TimeOfTest.now.advanced(by: .days(40)))
        let sealed = try seal(
            "--to",
            "@phone.bundle",
            "--to",
            "@tablet.bundle",
            "--ttl",
            "30d",
            "--at",
            moment
        )
        #expect(sealed.status == 0)
        let lines = try lines(sealed)
        #expect(lines.map { $0["oneTimeExhausted"]?.bool } == [false, true])
        #expect(lines.map { $0["expiryClamped"]?.bool } == [true, true])
        #expect(!sealed.errors.contains("device 1: no one-time prekey"))
        #expect(sealed.errors.contains("note: device 2: no one-time prekey could be used"))
    }

    @Test func `what serves for no device prints no line`() throws {
        let sealed = try seal(
            "--to",
            "@phone.bundle",
            "--to",
            "@tablet.bundle",
            "--placeholder",
            ""
        )
        #expect(sealed.status == 2)
        #expect(sealed.output.isEmpty)
        #expect(sealed.errors.contains("the placeholder is empty"))
    }

    @Test(.enabled(if: geteuid() != 0, "NOT RUN: the superuser may always write"))
    func `a store that can't remember ends with 6`() throws {
        let pins = place.path("server/pins")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: pins)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: pins)
        }
        let sealed = try seal("--to", "@phone.bundle", "--to", "@tablet.bundle")
        #expect(sealed.status == 6)
        #expect(
            try lines(sealed).map { $0["error"]?.string } == [
                "memoryUnavailable", "memoryUnavailable",
            ]
        )
    }

    // MARK: - Wrong input

    @Test func `a device twice is refused, and nothing is sealed`() throws {
        let sealed = try seal("--to", "@phone.bundle", "--to", "@phone.bundle")
        #expect(sealed.status == 2)
        #expect(sealed.output.isEmpty)
        #expect(sealed.errors.contains("(repeatedDevice)"))
    }

    @Test func `a recipient without a device has an error of its own`() throws {
        try makeDirectory()
        let sealed = try seal("--directory", "@recipients", "--recipient", "cid")
        #expect(sealed.status == 2)
        #expect(sealed.output.isEmpty)
        #expect(sealed.errors.contains("the directory has no device of the recipient"))
    }

    @Test func `a directory that is none, and a recipient that is none, are refused`() throws {
        let absent = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(absent.status == 64)
        #expect(absent.errors.contains("the directory can't be read: no such folder"))
        try makeDirectory()
        let file = try seal("--directory", "@phone.bundle", "--recipient", "bob")
        #expect(file.status == 64)
        #expect(
            file.errors.contains(
                "the directory can't be read: it, or the recipient's folder in it, is no folder"
            )
        )
        #expect(!file.errors.contains("store"))
        let code = try seal("--directory", "@recipients", "--recipient", "")
        #expect(code.status == 64)
    }

    @Test func `a file of a directory that holds no bundle is named, and the others are sealed to`()
        throws
    {
        try makeDirectory()
        #expect(try recipient("confirm", "--device", "@phone.bundle").status == 0)
        #expect(try recipient("confirm", "--device", "@tablet.bundle").status == 0)
        try place.write("hello", to: "recipients/bob/a.bundle")
        let bundle = try place.text("phone.bundle")
        try place.write(
            bundle.replacing("sealedpush-device-1:A", with: "sealedpush-device-1:B"),
            to: "recipients/bob/s.bundle"
        )
        try FileManager.default.createDirectory(
            atPath: place.path("recipients/bob/z.bundle"),
            withIntermediateDirectories: false
        )
        let sealed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(sealed.status == 2)
        let lines = try lines(sealed)
        #expect(
            lines.map { $0["file"]?.string } == ["a.bundle", nil, "s.bundle", nil, "z.bundle"]
        )
        #expect(
            lines.map { $0["error"]?.string } == [
                "wrongPrefix", nil, "wrongCheck", nil, "unexpectedKind",
            ]
        )
        #expect(
            lines.compactMap { $0["device"]?.string } == [
                try identity("phone"), try identity("tablet"),
            ]
        )
        #expect(lines[1]["payload"] != nil && lines[3]["payload"] != nil)
        #expect(
            sealed.errors == """
                sealedpush: note: device 1: the bundle is empty or of another kind (wrongPrefix)
                sealedpush: note: device 3: the bundle was mistyped or cut (wrongCheck)
                sealedpush: note: device 5: the bundle's file can't be read: it is no plain file, or\
                 its folder is no folder
                sealedpush: error: 3 of 5 devices were not sealed to
                sealedpush: hint: the output names the reason of each

                """
        )
    }

    @Test func `two bundles of one device in a directory are both named, and not sealed to`() throws
    {
        try makeDirectory(["tablet"])
        for name in ["new", "old"] {
            try place.write(place.text("phone.bundle"), to: "recipients/bob/\(name).bundle")
        }
        let sealed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(sealed.status == 2)
        let lines = try lines(sealed)
        #expect(lines.map { $0["file"]?.string } == ["new.bundle", "old.bundle", nil])
        #expect(lines.map { $0["error"]?.string } == ["repeatedDevice", "repeatedDevice", nil])
    }

    @Test func `where no file of a directory holds a bundle each is named`() throws {
        try makeDirectory([])
        try place.write("", to: "recipients/bob/a.bundle")
        let sealed = try seal("--directory", "@recipients", "--recipient", "bob")
        #expect(sealed.status == 2)
        #expect(sealed.text == #"{"file":"a.bundle","error":"wrongPrefix"}"# + "\n")
        let bad = try seal("--directory", "@recipients", "--recipient", "bob", input: "no payload")
        #expect(bad.status == 4)
        #expect(bad.output.isEmpty)
    }

    @Test func `a file among several that holds no bundle is named, too; one alone is an error`()
        throws
    {
        try place.write("hello", to: "x")
        let several = try seal("--to", "@x", "--to", "@phone.bundle")
        #expect(several.status == 2)
        #expect(try lines(several).map { $0["file"]?.string } == [place.path("x"), nil])
        let one = try seal("--to", "@x")
        #expect(one.status == 4)
        #expect(one.output.isEmpty)
        #expect(one.errors.contains("error: the bundle is empty or of another kind (wrongPrefix)"))
    }

    @Test func `a file among several that can't be read is named, too; one alone is an error`()
        throws
    {
        try place.make("watch", oneTime: 1)
        try place.write(String(repeating: "x", count: 1 << 20 + 1), to: "large")
        let sealed = try seal(
            "--to",
            "@phone.bundle",
            "--to",
            "@nothere",
            "--to",
            "@phone",
            "--to",
            "@large",
            "--to",
            "@watch.bundle"
        )
        #expect(sealed.status == 2)
        let lines = try lines(sealed)
        #expect(
            lines.map { $0["file"]?.string } == [
                nil, place.path("nothere"), place.path("phone"), place.path("large"), nil,
            ]
        )
        #expect(
            lines.map { $0["error"]?.string } == [
                nil, "unreadable", "unreadable", "tooLarge", nil,
            ]
        )
        #expect(lines.map { $0["payload"] != nil } == [true, false, false, false, true])
        #expect(
            sealed.errors == """
                sealedpush: note: device 2: the bundle can't be read: no such file
                sealedpush: note: device 3: the bundle can't be read: it is a folder
                sealedpush: note: device 4: the bundle is too large
                sealedpush: error: 3 of 5 devices were not sealed to
                sealedpush: hint: the output names the reason of each

                """
        )
        let one = try seal("--to", "@nothere")
        #expect(one.status == 64)
        #expect(one.output.isEmpty)
        #expect(one.errors.contains("error: the bundle can't be read: no such file"))
    }

    @Test func `a published test identity is an outcome of its own, and the others are sealed to`()
        throws
    {
        let bytes = TestIdentities.all[0]
        let device = try DeviceIdentity(reading: bytes.span)
        let text = try DeviceBundle(device: device, records: []).text
        try place.write(text, to: "test.bundle")
        try makeDirectory(["phone"])
        try place.write(text, to: "recipients/bob/test.bundle")
        let several = ["--to", "@phone.bundle", "--to", "@test.bundle"]
        let directory = ["--directory", "@recipients", "--recipient", "bob"]
        for (targets, file) in [(several, place.path("test.bundle")), (directory, "test.bundle")] {
            let refused = try seal(targets)
            #expect(refused.status == 2)
            let lines = try lines(refused)
            #expect(lines.map { $0["error"]?.string } == [nil, "testIdentity"])
            #expect(lines.map { $0["file"]?.string } == [nil, file])
            #expect(lines.first?["payload"] != nil)
            #expect(refused.errors.contains("note: device 2: the identity is a published test"))
        }
        let one = try seal("--to", "@test.bundle")
        #expect(one.status == 7)
        #expect(one.output.isEmpty)
        #expect(one.errors.contains("error: the identity is a published test identity"))
        let allowed = try seal(several + ["--insecure-test-keys"])
        #expect(try lines(allowed).map { $0["error"]?.string } == [nil, "noPrekey"])
    }
}
