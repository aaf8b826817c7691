// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// A stranger with a bundle and the right to push fills a device's store, prekey after prekey.
struct StrangerFloodAttackTests {
    private let place: Workplace
    /// Noon, so that no day begins while the test runs.
    private let noon = Timestamp(
        clamping: TimeOfTest.now.milliseconds / 86_400_000 * 86_400_000 + 43_200_000
    )

    init() throws {
        place = try Workplace.withStores()
        try place.succeed("sender", "init", "--store", "@stranger")
    }

    private var at: [String] { ["--at", TimeText.text(of: noon)] }

    /// Seals as the stranger.
    private func seal(as name: String) throws {
        let sealed = try place.succeed(
            [
                "seal", "--store", "@stranger", "--to", "@phone.bundle", "--untracked", "--topic",
                Workplace.topic,
            ] + at,
            input: #"{"aps":{"alert":"Flood"}}"#
        )
        try place.write(sealed.output, to: name)
    }

    /// The files of claims and tombstones, and what they take on a disk of blocks of 4 KiB.
    private func claims() throws -> (files: Int, bytes: Int) {
        let folder = place.path("phone/claims")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.contains("/") }
        let sizes = try names.map { name in
            let path = "\(folder)/\(name)"
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        return (names.count, sizes.reduce(0) { $0 + ($1 + 4095) / 4096 * 4096 })
    }

    @Test(.rules("T-20 T-21 T-22"))
    func
        `a stranger who floods every generation fills 256 claims a day, and no contact is kept out`()
        throws
    {
        // The directory's copy changes with each generation: the flood goes on under each.
        let (generations, each, processes) = (4, 72, 4)
        var refused = 0
        for generation in 0..<generations {
            for number in 0..<each { try seal(as: "flood-\(number)") }
            for first in stride(from: 0, to: each, by: processes) {
                let runs = try (first..<first + processes).map { number in
                    try place.start(["open", "--store", "@phone", "@flood-\(number)"] + at)
                }
                for run in runs {
                    let opened = try run.end()
                    guard opened.status != 0 else { continue }
                    #expect(opened.status == 7)
                    #expect(try opened.string("error") == "senderNotAccepted")
                    #expect(!opened.text.contains("Flood"))
                    refused += 1
                }
            }
            guard generation < generations - 1 else { break }
            try place.succeed(["device", "maintain", "--store", "@phone", "--rotate"] + at)
            let bundle = try place.succeed(["device", "bundle", "--store", "@phone"] + at)
            try place.write(bundle.output, to: "phone.bundle")
        }
        let (files, bytes) = try claims()
        #expect((256..<256 + processes).contains(files))
        #expect(refused == generations * each - files)
        #expect(bytes == files * 4096)
        print("\(generations * each) messages of a stranger: \(files) claims, \(bytes) bytes")

        try place.seal("Dinner at eight", "--at", TimeText.text(of: noon))
        let contact = try place.run(["open", "--store", "@phone", "@sealed"] + at)
        #expect(try contact.string("status") == "opened")
        #expect(try contact.string("notification", "body") == "Dinner at eight")

        let nextDay = TimeText.text(of: noon.advanced(by: .hours(23)))
        let stranger = try place.open("flood-\(each - 1)", "--at", nextDay)
        #expect(try stranger.string("status") == "opened")
        #expect(try stranger.string("notification", "title") == "Unknown sender")
    }
}
