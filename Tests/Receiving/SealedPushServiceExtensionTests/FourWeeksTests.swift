// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The extension in the life of phones; `make long` lets a hundred of them live, one after the
/// other: a hundred at once leave none of them the seconds that iOS gives an extension.
@Suite(.serialized) struct FourWeeksTests {
    /// Whose extension lives where; a process of its own takes longer.
    private static let lives = Hosting.allCases.flatMap { hosting in
        let count = hosting == .inProcess ? (100, 1) : (10, 1)
        return (0..<UInt64(LongRun.isOn ? count.0 : count.1)).map { (hosting, $0) }
    }

    @Test(.rules("T-2 T-3 C-13"), arguments: lives)
    func `of four weeks every message that came in time is shown, alerting once, and no other`(
        _ hosting: Hosting,
        _ seed: UInt64
    ) async throws {
        var weeks = try FourWeeks(hosting, seed: seed, messagesPerDay: LongRun.isOn ? 4 : 2)
        try await weeks.run()
        let listed = weeks.scene.listed
        for message in weeks.messages {
            let appearances = weeks.scene.appearances(of: message.text)
            let times = message.isDue ? 1 : 0
            #expect(appearances.alerting == times, "\(message.text), seed \(seed)")
            #expect((appearances.count > 0) == message.isDue, "\(message.text), seed \(seed)")
            #expect(listed.count { $0 == message.text } == times, "\(message.text), seed \(seed)")
        }
        let sent = weeks.messages.count { $0.sealed != nil }
        let due = weeks.messages.count(where: \.isDue)
        #expect(sent > weeks.messages.count * 3 / 4)
        #expect(due > weeks.messages.count / 2 && due < sent)
    }
}
