// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SimulatedDevice
import TestSupport
import Testing

/// What hostile senders leave on a device does not end an extension under 24 MiB, nor another
/// contact's push.
@Suite(.rules("C-17"), .serialized) struct HostileLimitTests {
    private func scene() throws -> Scene {
        try Scene(.ownProcess) { $0.limits.memory = DeviceProfile.ExtensionLimits.memory24 }
    }

    /// As much text as a push has room for.
    private func long(_ number: Int) -> String {
        "\(number) " + String(repeating: "x", count: 1_500)
    }

    @Test func `any number of deferred messages come one at a time, after the push`() async throws {
        let count = LongRun.isOn ? 500 : 60
        let scene = try scene()
        for number in 0..<count {
            try scene.keep(try await scene.seal(long(number)), after: Int64(number))
        }
        let push = try await scene.seal("The latest")
        let (report, line) = try await scene.settle(push)
        #expect(report.outcome == .handedOver && report.shown?.content.body == "The latest")
        #expect(line.contains("deferred: \(count)"), "\(line)")
        #expect(scene.listed == (0..<count).reversed().map(long) + ["The latest"])
        print("\(count) deferred: peak \((report.peakMemory ?? 0) >> 10) KiB")
    }

    @Test(arguments: [true, false])
    func `65,536 tombstones under one prekey cost a push nothing`(_ isContact: Bool) async throws {
        let count = LongRun.isOn ? 65_536 : 4_096
        let scene = try scene()
        let sealer = SenderKeys()
        let sender = isContact ? nil : sealer
        // The next bundle has another prekey.
        let bundle = try scene.phone.keys.bundle(at: Phone.now)
        let first = try await scene.phone.seal(#"{"aps":{"alert":"First"}}"#, by: sender)
        try await scene.settle(first)
        let folder = URL(filePath: scene.folder.store + "/claims")
        let prekeys = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let prekey = try #require(
            prekeys.first { name in
                let path = folder.appending(path: name).path
                return (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty
                    == false
            }
        )
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: prekey).path
        )
        let tombstone = try Data(contentsOf: folder.appending(path: "\(prekey)/\(names[0])"))
        for number in 1..<count {
            let name = String(number, radix: 16)
            let padded = String(repeating: "0", count: 32 - name.count) + name
            let file = folder.appending(path: "\(prekey)/\(padded)").path
            let isMade = FileManager.default.createFile(
                atPath: file,
                contents: tombstone,
                attributes: [.posixPermissions: 0o600]
            )
            try #require(isMade)
        }
        try scene.leave(try await scene.seal("Left"))
        let second = try await scene.phone.seal(
            #"{"aps":{"alert":"Second"}}"#,
            by: sender,
            to: bundle,
            at: Phone.now
        )
        let (report, line) = try await scene.settle(second)
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == "Second")
        #expect(line.contains("recovered: 1"), "\(line)")
        #expect(scene.listed.contains("Left"))
        print(
            "\(count) tombstones, contact \(isContact): peak \((report.peakMemory ?? 0) >> 10) KiB"
        )
    }

    @Test func `a contact that fills the list with long lines ends no other push`()
        async throws
    {
        let scene = try scene()
        let bob = SenderKeys()
        try scene.phone.contacts.add(name: "Bob", identity: bob.identity)
        let format = String(repeating: "%1$@", count: 30)
        let argument = String(repeating: "x", count: 400)
        let lines = ["title", "subtitle"].map {
            #""\#($0)-loc-key":"\#(format)","\#($0)-loc-args":["\#(argument)"]"#
        }
        let alert = #"{\#(lines.joined(separator: ",")),"body":"x"}"#
        for _ in 0..<(LongRun.isOn ? 300 : 60) {
            let hostile = try await scene.phone.seal(#"{"aps":{"alert":\#(alert)}}"#, by: bob)
            await scene.bring(hostile)
        }
        let report = await scene.deliver(try await scene.seal("Dinner at eight?"))
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body == "Dinner at eight?")
        print("a full list: peak \((report.peakMemory ?? 0) >> 10) KiB")
    }
}
