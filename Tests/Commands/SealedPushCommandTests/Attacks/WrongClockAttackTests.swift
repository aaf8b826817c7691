// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// A party that sets a clock wrong, or waits for one that is: it loses no message, and repeats none.
struct WrongClockAttackTests {
    private let place: Workplace
    private let now = TimeOfTest.now

    init() throws {
        place = try Workplace.withStores(oneTime: 1)
    }

    private func time(_ offset: Duration) -> String { TimeText.text(of: now.advanced(by: offset)) }

    /// How far the device's and the sender's clock are ahead or behind.
    static let clocks: [(device: Duration, sender: Duration)] = [
        (.hours(-25), .zero), (.days(-30), .zero), (.days(-2000), .zero),
        (.zero, .hours(25)), (.zero, .days(40)), (.days(-2000), .days(40)),
    ]

    @Test(.rules("M-38"), arguments: clocks)
    func `a clock that is behind or ahead costs no message, and none is shown twice`(
        _ device: Duration,
        _ sender: Duration
    ) throws {
        // The first takes the one-time prekey, the second the reusable one.
        for name in ["one", "two"] {
            try place.seal("Dinner at eight", as: name, "--at", time(sender))
            let opened = try place.open(name, "--at", time(device))
            #expect(opened.status == 0)
            #expect(try opened.string("status") == "opened")
            #expect(try opened.string("notification", "body") == "Dinner at eight")
            // The attacker delivers it again, now and once all clocks are right.
            for again in [device, .zero, .hours(30)] {
                let repeated = try place.open(name, "--at", time(again))
                #expect(repeated.status == 5)
                #expect(!repeated.text.contains("Dinner"))
            }
        }
    }

    @Test(arguments: [(Duration.days(-2000), Duration.days(-2000)), (.days(-2), .days(-40))])
    func `a deferred message is shown by a clock that is behind at its arrival and at its opening`(
        _ arrival: Duration,
        _ opening: Duration
    ) throws {
        try place.seal("Dinner at eight")
        let lock = ["--lock-state", "before-first-unlock", "--at", time(arrival)]
        let deferred = try place.run(["open", "--store", "@phone", "@sealed"] + lock)
        #expect(try deferred.string("status") == "deferred")
        let shown = try place.run("open", "--store", "@phone", "--deferred", "--at", time(opening))
        #expect(shown.status == 0)
        #expect(try shown.string("notification", "body") == "Dinner at eight")
    }

    @Test func `maintenance by a wrong clock brings back no message that was shown`() throws {
        try place.seal("Dinner at eight")
        #expect(try place.open("sealed", "--at", time(.days(-30))).status == 0)
        // Two readings years ahead erase prekeys and tombstones; then the clock is set back.
        for ahead in [Duration.days(1000), .days(1002)] {
            try place.succeed("device", "maintain", "--store", "@phone", "--at", time(ahead))
        }
        let copy = try place.open("sealed", "--at", time(.days(-30)))
        #expect(copy.status == 3)
        #expect(try copy.string("error") == "unknownPrekey")
    }
}
