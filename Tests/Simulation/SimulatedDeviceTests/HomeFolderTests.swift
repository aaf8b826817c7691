// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SimulatedDevice

/// What tests and extensions leave in the home folder: nothing.
struct HomeFolderTests {
    @Test func `settings of a group are shared with an extension in its own process`() async throws
    {
        let group = "group.com.example.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: group))
        defaults.set("first", forKey: "word")
        let device = Hosting.ownProcess.device()
        let payload = Push.scripted("defaults:\(group)", "handOver")
        // The process lives on, and reads what has changed.
        for word in ["first", "second", "third"] {
            defaults.set(word, forKey: "word")
            let report = await device.deliver(payload: payload).report
            #expect(report.shown?.content.title == word)
            #expect(defaults.string(forKey: "answer") == "read \(word)")
        }
    }

    @Test(.rules("C-22"), arguments: Hosting.allCases)
    func `Foundation's folders are none of the user's`(_ hosting: Hosting) async throws {
        let device = hosting.device()
        let report = await device.deliver(payload: Push.scripted("folders", "handOver")).report
        let folders = try #require(report.shown?.content.title).split(separator: " ")
        #expect(folders.count == 5)
        let home = try #require(ProcessInfo.processInfo.environment["SIMULATED_DEVICE_HOME"])
        for folder in folders { #expect(folder.hasPrefix(home)) }
    }
}
