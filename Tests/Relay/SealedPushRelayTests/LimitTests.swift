// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushRelay

struct LimitTests {
    private typealias Usage = RelayLimits.Usage

    @Test func `a message is refused by the first limit that it would exceed`() {
        let limits = RelayLimits()
        let table: [(Usage, Bool, LimitReached?)] = [
            (Usage(), false, nil),
            (Usage(queuedByEndpoint: 99, acceptedInADay: 999, queuedByDevice: 499), false, nil),
            (Usage(queuedByEndpoint: 100), false, .endpointQueue),
            (Usage(queuedByDevice: 500), false, .deviceQueue),
            (Usage(acceptedInADay: 1000), false, .accepted),
            (Usage(queuedByEndpoint: 100, queuedByDevice: 500), true, nil),
            (Usage(acceptedInADay: 1000), true, .accepted),
        ]
        for (usage, replacing, expected) in table {
            #expect(limits.reached(by: usage, replacing: replacing) == expected, "\(usage)")
        }
        for limit in LimitReached.allCases { #expect(limit.retryAfter >= .seconds(60)) }
    }

    @Test func `drops of a device are limited at once, and in a day`() {
        let limits = RelayLimits()
        #expect(limits.reached(byDropsKept: 99, inADay: 199) == nil)
        #expect(limits.reached(byDropsKept: 100, inADay: 199) == .keptDrops)
        #expect(limits.reached(byDropsKept: 0, inADay: 200) == .newDrops)
        #expect(limits.reached(byDropsKept: 100, inADay: 200) == .newDrops)
    }

    @Test func `a network is /24 of IPv4 and /56 of IPv6, however the address is written`() throws {
        let plain = try #require(NetworkPrefix(address: [192, 0, 2, 1]))
        #expect(NetworkPrefix(address: [192, 0, 2, 255]) == plain)
        #expect(NetworkPrefix(address: [192, 0, 3, 1]) != plain)
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 9]
        #expect(NetworkPrefix(address: mapped) == plain)
        let long: [UInt8] = [0x20, 1, 0xD, 0xB8, 1, 2, 3] + [UInt8](repeating: 7, count: 9)
        var sibling = long
        sibling[7] = 8
        #expect(NetworkPrefix(address: long) == NetworkPrefix(address: sibling))
        sibling[6] = 4
        #expect(NetworkPrefix(address: long) != NetworkPrefix(address: sibling))
        #expect(NetworkPrefix(address: []) == nil)
        #expect(NetworkPrefix(address: [1, 2, 3]) == nil)
    }
}

@Suite(.rules("C-36")) struct OpenRegistrationTests {
    private func network(_ number: Int) throws -> NetworkPrefix {
        let bytes = [UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255), 1]
        return try #require(NetworkPrefix(address: bytes))
    }

    @Test func `at most ten activation pushes a second are taken`() throws {
        var brakes = OpenRegistration(at: .zero)
        for number in 0..<10 {
            #expect(brakes.push(from: try network(number), at: .zero) == nil)
        }
        #expect(brakes.push(from: try network(10), at: .zero) == .seconds(1))
        let later: Duration = .milliseconds(100)
        #expect(brakes.push(from: try network(10), at: later) == nil)
        #expect(brakes.push(from: try network(11), at: later) != nil)
    }

    @Test func `a network gets at most 20 activation pushes an hour`() throws {
        var brakes = OpenRegistration(at: .zero)
        for second in 0..<20 {
            let now: Duration = .seconds(second)
            #expect(brakes.push(from: try network(1), at: now) == nil)
        }
        let wait = brakes.push(from: try network(1), at: .seconds(20))
        #expect(wait == .seconds(3580))
        #expect(brakes.push(from: try network(2), at: .seconds(20)) == nil)
        #expect(brakes.push(from: try network(1), at: .seconds(3600)) == nil)
    }

    @Test func `activation pushes pause for 15 minutes if most of the last 100 tokens were wrong`()
        throws
    {
        var brakes = OpenRegistration(at: .zero)
        for number in 0..<100 { brakes.note(wrongToken: number % 2 == 0, at: .zero) }
        #expect(brakes.push(from: try network(1), at: .zero) == nil)
        // The oldest of the sample was wrong, and so is the one that takes its place; the next was right.
        brakes.note(wrongToken: true, at: .zero)
        brakes.note(wrongToken: true, at: .zero)
        let wait = brakes.push(from: try network(1), at: .seconds(60))
        #expect(wait == .seconds(840))
        #expect(brakes.push(from: try network(1), at: .seconds(900)) == nil)
        brakes.note(wrongToken: true, at: .seconds(900))
        #expect(brakes.push(from: try network(1), at: .seconds(901)) == nil)
    }
}
