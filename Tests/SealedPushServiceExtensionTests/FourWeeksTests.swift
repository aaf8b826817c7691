// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The extension in the life of phones; `make service` lets a hundred of them live.
@Suite struct FourWeeksTests {
    private static let seeds = Load.isLong ? 0..<100 : 0..<2 as Range<UInt64>

    @Test(arguments: seeds)
    func `of four weeks every message that came in time is shown, alerting once, and no other`(
        _ seed: UInt64
    ) async throws {
        var weeks = try FourWeeks(seed: seed, messagesPerDay: Load.isLong ? 4 : 2)
        try await weeks.run()
        for message in weeks.messages {
            let appearances = weeks.scene.appearances(of: message.text)
            #expect(
                appearances.alerting == (message.isDue ? 1 : 0),
                "\(message.text), seed \(seed)"
            )
            #expect((appearances.count > 0) == message.isDue, "\(message.text), seed \(seed)")
        }
        let due = weeks.messages.count(where: \.isDue)
        #expect(due > weeks.messages.count / 2 && due < weeks.messages.count)
    }
}
