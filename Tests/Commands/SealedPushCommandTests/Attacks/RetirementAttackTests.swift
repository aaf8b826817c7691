// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushCommand

/// What somebody who writes into a server's folder of bundles can do with retirements.
@Suite(.rules("V-27 V-28 V-30 V-33")) struct RetirementAttackTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(oneTime: 4)
        try place.make("tablet", oneTime: 4)
        try place.makeFolder("recipients/bob")
    }

    /// Puts a device's bundle into the folder.
    private func list(_ device: String) throws {
        try place.write(place.text("\(device).bundle"), to: "recipients/bob/\(device).bundle")
    }

    private func seal(from store: String = "@server") throws -> Transcript {
        try place.run(
            ["seal", "--store", store, "--topic", Workplace.topic]
                + ["--directory", "@recipients", "--recipient", "bob"],
            input: #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#
        )
    }

    private func retirement(of device: String) throws -> String {
        try place.succeed("device", "retire", "--store", "@\(device)").text
    }

    /// The text of a retirement with another last byte, and the check that belongs to it.
    private func forged(_ text: String) throws -> String {
        let prefix = "sealedpush-retirement-1:"
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let data = line.dropFirst(prefix.count).prefix { $0 != "." }
        var bytes = try Base64URL.decode(Array(data.utf8).span)
        bytes[96] ^= 1
        let checked = Array("SealedPush v1 text\0\(prefix)".utf8) + bytes
        let check = Array(SHA256.hash(checked.span).prefix(6))
        return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
    }

    /// How many records of statements the sender's store has.
    private func statementCount() throws -> Int {
        let folder = place.path("server/statements")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return names?.count ?? 0
    }

    @Test func `a forged, foreign or damaged retirement beside a bundle silences no device`() throws
    {
        try list("phone")
        try #require(try seal().status == 0)
        let own = try retirement(of: "phone")
        let forged = try forged(own)
        #expect(throws: WireError.wrongSignature) { try DeviceIdentity.Retirement(text: forged) }
        let before = try statementCount()
        for text in [
            try retirement(of: "tablet"), forged, String(own.dropFirst()), "", "\0",
            own + String(repeating: " ", count: 100_000),
        ] {
            try place.write(text, to: "recipients/bob/phone.retirement")
            let sealed = try seal()
            #expect(sealed.status == 0, "\(sealed.errors)")
        }
        try FileManager.default.removeItem(atPath: place.path("recipients/bob/phone.retirement"))
        try place.write(own, to: "recipients/bob/tablet.retirement")
        try place.makeFolder("recipients/bob/phone.retirement")
        #expect(try seal().status == 0)
        #expect(try statementCount() == before)
    }

    @Test func `a flood of valid retirements of unknown devices leaves nothing`() throws {
        try list("phone")
        try #require(try seal().status == 0)
        let before = try statementCount()
        for index in 0..<60 {
            let key = SigningKey()
            let device = DeviceIdentity(key.publicKey)
            let bundle = try DeviceBundle(device: device, records: [])
            try place.write(bundle.text, to: "recipients/bob/\(index).bundle")
            let statement = DeviceIdentity.Retirement(signing: key)
            try place.write(statement.text, to: "recipients/bob/\(index).retirement")
        }
        let sealed = try seal()
        #expect(sealed.status == 2)
        #expect(sealed.text.components(separatedBy: #""error":"deviceRetired""#).count == 61)
        #expect(sealed.text.contains(#""headers":"#))
        #expect(try statementCount() == before)
    }

    @Test func `a sender that knows the device keeps its retirement, and another does not`() throws
    {
        try place.succeed("sender", "init", "--store", "@other")
        let add = ["--directory", "@recipients", "--recipient", "bob", "@phone.bundle"]
        try place.succeed(["directory", "add"] + add)
        try #require(try seal().status == 0)
        try place.write(retirement(of: "phone"), to: "statement")
        let retire = ["directory", "retire", "--directory", "@recipients", "--recipient", "bob"]
        let told = try place.succeed(retire + ["@statement"])
        #expect(told.errors.contains("learn that the device is retired"))
        for store in ["@server", "@other"] {
            let sealed = try seal(from: store)
            #expect(sealed.status == 2)
            #expect(sealed.text.contains(#""error":"deviceRetired""#))
        }
        // The directory hides it again.
        let files = try FileManager.default.contentsOfDirectory(
            atPath: place.path("recipients/bob")
        )
        let file = try #require(files.first { $0.hasSuffix(".retirement") })
        try FileManager.default.removeItem(atPath: place.path("recipients/bob/\(file)"))
        #expect(try seal().text.contains(#""error":"deviceRetired""#))
        #expect(try seal(from: "@other").status == 0)
        let listed = ["recipient", "list", "--store", "@server", "--recipient", "bob"]
        #expect(try place.run(listed).text.hasPrefix("retired "))
    }

    @Test func `only a retirement of a device in the folder is put there, and stays known`() throws
    {
        let folder = ["--directory", "@recipients", "--recipient", "bob"]
        try place.succeed(["directory", "add"] + folder + ["@phone.bundle"])
        let retire = ["directory", "retire"] + folder + ["@statement"]
        try place.write(retirement(of: "tablet"), to: "statement")
        let stranger = try place.run(retire)
        #expect(stranger.status == 2)
        #expect(stranger.errors.contains("has no device of the recipient"))
        try place.write(forged(retirement(of: "phone")), to: "statement")
        #expect(try place.run(retire).status == 4)
        try place.write(place.text("identity"), to: "statement")
        #expect(try place.run(retire).status == 4)
        #expect(try seal().status == 0)
        try place.write(retirement(of: "phone"), to: "statement")
        try place.succeed(retire)
        let claim = ["directory", "claim"] + folder
        let names = try FileManager.default.contentsOfDirectory(
            atPath: place.path("recipients/bob")
        )
        let list = try "recipients/bob/" + #require(names.first { $0.hasSuffix(".given") })
        let given = try place.text(list)
        for arguments in [claim, claim + ["--device", "@phone.bundle"]] {
            let claimed = try place.run(arguments)
            #expect(claimed.status == 2 && claimed.output.isEmpty)
            #expect(claimed.errors.contains("(deviceRetired)"))
            #expect(claimed.errors.contains("hint: a device that is back in use"))
        }
        #expect(try place.text(list) == given)
        // Taken out and added again it is still retired.
        try place.succeed(["directory", "remove", "--device", "@phone.bundle"] + folder)
        try place.succeed(["directory", "add"] + folder + ["@phone.bundle"])
        #expect(try seal().text.contains(#""error":"deviceRetired""#))
    }
}
