// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SimulationSupport
import TestSupport
import Testing

@testable import SealedPushCommand

#if canImport(Glibc)
    import Glibc
#endif

struct RecoveryTests {
    #if canImport(Glibc)
        /// The path of a pipe that is full: who writes into it waits for ever.
        private func withFullPipe(_ body: (_ path: String) throws -> Void) throws {
            var ends: [Int32] = [0, 0]
            try #require(unsafe pipe(&ends) == 0)
            defer { for end in ends { close(end) } }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            let block = [UInt8](repeating: 0, count: 4096)
            while unsafe write(ends[1], block, block.count) > 0 {}
            try body("/proc/\(getpid())/fd/\(ends[1])")
        }

        /// Whether a claim stands in the phone's store.
        private func isClaimed(_ place: Workplace) -> Bool {
            let paths = FileManager.default.enumerator(atPath: place.path("phone/claims"))
            while let path = paths?.nextObject() as? String {
                let name = path.split(separator: "/").last ?? ""
                if name == "once" || name.count == 2 * EnvelopeHash.count { return true }
            }
            return false
        }

        @Test(arguments: [0, 1])
        func `a run that is killed after its claim is recovered once`(_ oneTime: Int) throws {
            let place = try Workplace.withStores(oneTime: oneTime)
            try place.seal("Dinner at eight")
            try withFullPipe { path in
                let run = try place.start(["open", "--store", "@phone", "@sealed"], output: path)
                while !isClaimed(place) {}
                run.process.signal(SIGKILL)
                #expect(try run.end().status == 128 + SIGKILL)
            }
            let recovered = try place.open()
            #expect(recovered.status == 0)
            #expect(try recovered.string("status") == "recovered")
            #expect(try recovered.string("notification", "body") == "Dinner at eight")
            #expect(try place.open().status == 5)
        }
    #endif

    @Test(.rules("C-11"))
    func `a run that is killed at any instant loses nothing and alerts at most once`() throws {
        let place = try Workplace.withStores(oneTime: 5)
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try place.seal("calibration")
        let clock = ContinuousClock()
        var whole = try clock.measure { _ = try place.open() }
        var killed = 0
        var recovered = 0
        for round in 0..<16 {
            let body = "message \(round)"
            try place.seal(body)
            let run = try place.start(["open", "--store", "@phone", "@sealed"])
            let instant = clock.now.advanced(
                by: whole * Double.random(in: 0.3...1.1, using: &generator)
            )
            while clock.now < instant {}
            run.process.signal(SIGKILL)
            let first = try run.end()
            let isWhole = first.text.hasSuffix("}\n")
            // The machine may be busier than before, or idler: the next instant is later or
            // earlier.
            whole = whole * (first.status == 0 ? 0.8 : 1.1)
            if first.status != 0 { killed += 1 }
            let second = try place.open()
            switch try second.string("status") {
            case "opened":
                // The killed run had not claimed: nothing of it was seen.
                #expect(first.output.isEmpty)
                #expect(try second.string("notification", "body") == body)
            case "recovered":
                recovered += 1
                #expect(try second.string("notification", "body") == body)
            default:
                // Only what was printed in whole may count as handed over.
                #expect(isWhole)
                #expect(second.status == 5)
            }
            #expect(try place.open().status == 5)
        }
        // Otherwise the instants tell nothing.
        #expect(killed > 0)
        print("killed \(killed) runs of 16, recovered \(recovered); seed \(seed)")
    }
}
