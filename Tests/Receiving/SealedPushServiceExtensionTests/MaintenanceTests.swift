// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import SimulatedDevice
import Testing

/// What the extension erases for age, where the app is not opened for weeks.
@Suite struct MaintenanceTests {
    /// Brings a push so long after the end of a record, and says whether the record's key is there
    /// after it.
    private func holds(
        _ record: PrekeyRecord,
        after time: Duration,
        _ scene: Scene
    ) async throws -> Bool {
        let now = record.terms.notAfter.advanced(by: time)
        try scene.setTime(now)
        let bundle = try scene.phone.keys.bundle(oneTime: 0, at: now)
        let sealed = try await scene.phone.seal(
            #"{"aps":{"alert":"Dinner at eight?"}}"#,
            to: bundle,
            at: now
        )
        let report = try await scene.settle(sealed).report
        #expect(report.shown?.content.body == "Dinner at eight?")
        return try scene.phone.keys.holds(record.id)
    }

    @Test(arguments: Hosting.allCases)
    func `a key goes with the push that confirms that it is over age`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        let record = try #require(scene.phone.keys.records(at: Phone.now).first)
        let past: Duration = .seconds(300) + .milliseconds(1)
        #expect(try await holds(record, after: .days(-2), scene))
        #expect(try await holds(record, after: past, scene))
        #expect(try await holds(record, after: past + .hours(20) - .milliseconds(1), scene))
        #expect(try await !holds(record, after: past + .hours(20), scene))
    }
}
