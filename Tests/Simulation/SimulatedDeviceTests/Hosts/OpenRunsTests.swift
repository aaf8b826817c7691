// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SimulatedDevice

struct OpenRunsTests {
    @Test func `a run is on, then over, then gone`() {
        var runs = OpenRuns<String>()
        runs.begin(2, "b")
        runs.begin(1, "a")
        #expect(runs.activeRuns == ["a", "b"])
        #expect(runs.end(1) == nil)
        #expect(runs.activeRuns == ["b"] && runs.runsThatAreOver == ["a"])
        #expect(runs[1] == "a" && !runs.isIdle)
        #expect(runs.remove(1) == "a" && runs.remove(1) == nil)
        #expect(runs.end(1) == nil && runs.runsThatAreOver == [])
        #expect(runs.remove(2) == "b" && runs.isIdle && runs.count == 0)
    }

    @Test
    func `of runs that are over and never go the latest thousand are kept, and all that are on`() {
        var runs = OpenRuns<Int>()
        runs.begin(0, 0)
        for number in 1...1001 {
            runs.begin(number, number)
            #expect(runs.end(number) == (number > 1000 ? 1 : nil))
        }
        #expect(runs.count == 1001 && runs.activeRuns == [0])
        #expect(runs[1] == nil && runs[2] == 2)
    }
}
