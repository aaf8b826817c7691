// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

struct RelayClocksTests {
    private let now = SampleDevice.now
    private static let seconds: [Int64] = [-90_000, -3601, -3600, -301, -300, 0, 300, 301, 3601]

    @Test(.rules("C-40"), arguments: seconds, seconds)
    func `of all relays the nearest counts, so one that lies tells nothing`(
        _ first: Int64,
        _ second: Int64
    ) throws {
        var clocks = RelayClocks()
        for (origin, seconds) in [("a", first), ("b", second), ("c", 200_000)] {
            let date = now.advanced(by: .seconds(-seconds))
            _ = clocks.note(date, of: origin, now: now, steady: .seconds(5))
        }
        let nearest = abs(first) <= abs(second) ? first : second
        let found = clocks.difference(now: now, steady: .seconds(5))
        let difference = try #require(found)
        #expect(abs(difference.duration.components.seconds) == abs(nearest))
        #expect(difference.isNoticed == (abs(nearest) > 300))
        #expect(difference.isFar == (abs(nearest) > 3600))
    }

    @Test func `a clock that is set after an answer is noticed without another one`() {
        var clocks = RelayClocks()
        #expect(clocks.note(now, of: "a", now: now, steady: .zero) == nil)
        let later = now.advanced(by: .seconds(1800))
        let right = clocks.difference(now: later, steady: .seconds(1800))
        #expect(right?.duration == .zero)
        let set = later.advanced(by: .days(-2))
        #expect(clocks.difference(now: set, steady: .seconds(1800))?.isFar == true)
    }

    @Test func `an answer counts for an hour`() {
        var clocks = RelayClocks()
        let wrong = now.advanced(by: .days(3))
        #expect(clocks.note(wrong, of: "a", now: now, steady: .zero)?.isFar == true)
        #expect(clocks.difference(now: now, steady: .hours(1)) != nil)
        #expect(clocks.difference(now: now, steady: .hours(1) + .seconds(1)) == nil)
    }

    @Test(.rules("C-40")) func `any number of relays that lie push no other one out`() {
        var clocks = RelayClocks()
        _ = clocks.note(now, of: "right", now: now, steady: .zero)
        for number in 0..<200 {
            let wrong = now.advanced(by: .hours(2 + Int64(number)))
            _ = clocks.note(wrong, of: "\(number)", now: now, steady: .zero)
        }
        #expect(clocks.difference(now: now, steady: .zero)?.origin == "right")
    }

    @Test func `each change is told once`() {
        var clocks = RelayClocks()
        let steps: [(Int64, Bool)] = [
            (0, false), (400, true), (500, false), (4000, true), (5000, false), (400, true),
            (10, true), (0, false), (-4000, true),
        ]
        for (seconds, isTold) in steps {
            let date = now.advanced(by: .seconds(seconds))
            let told = clocks.note(date, of: "a", now: now, steady: .zero)
            #expect((told != nil) == isTold, "\(seconds)")
            if let told { #expect(told.duration == .seconds(-seconds)) }
        }
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777 as UInt64),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
        ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_800),
    ])
    func `the date of a header is read`(_ text: String, _ seconds: UInt64) {
        #expect(Timestamp(httpDate: text) == Timestamp(clamping: seconds * 1000))
    }

    @Test func `each day is the one after the day before it`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]
        var last: Timestamp?
        for year in 1996...2008 {
            for (month, name) in (names + ["Dec"]).enumerated() {
                let leap = month == 1 && year.isMultiple(of: 4) ? 1 : 0
                for day in 1...lengths[month] + leap {
                    let text = "Mon, \(day < 10 ? "0" : "")\(day) \(name) \(year) 12:00:00 GMT"
                    let date = try #require(Timestamp(httpDate: text))
                    if let last { #expect(date == last.advanced(by: .days(1)), "\(text)") }
                    last = date
                }
            }
        }
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "0",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
    func `another text is no date`(_ text: String) {
        #expect(Timestamp(httpDate: text) == nil)
    }
}
