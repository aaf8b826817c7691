// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

#if canImport(Glibc)
    import Glibc
#endif

struct RecoveryTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `what could not be handed over is recovered once, then replayed`() throws {
        for oneTime in [0, 1] {
            let place = try Workplace.withStores(oneTime: oneTime)
            try place.seal("Dinner at eight")
            let open = ["open", "--store", "@phone", "@sealed"]
            // The second run recovers it, and can't hand it over either.
            for _ in 0..<2 {
                let failed = try place.start(open, output: "/dev/full").end()
                #expect(failed.status == 1)
                #expect(failed.errors.contains("the output could not be written"))
                let hint = "hint: the message is not finished: the same command shows it again"
                #expect(failed.errors.contains(hint))
            }
            let recovered = try place.open()
            #expect(recovered.status == 0)
            #expect(try recovered.string("status") == "recovered")
            #expect(try recovered.string("notification", "body") == "Dinner at eight")
            #expect(try recovered.string("notification", "interruptionLevel") == "passive")
            #expect(try recovered.json()["notification"]?["sound"] == nil)
            #expect(recovered.errors.contains("it was stopped, or is at it still"))
            #expect(try place.open().status == 5)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `what a run left is shown as unfinished, until it is finished`() throws {
        let place = try Workplace.withStores()
        try place.seal("Dinner at eight")
        let unfinished = ["device", "unfinished", "--store", "@phone"]
        #expect(try place.run(unfinished).errors.contains("nothing is unfinished"))
        _ = try place.start(["open", "--store", "@phone", "@sealed"], output: "/dev/full").end()
        for flags in [[], ["--finish"]] {
            let shown = try place.run(unfinished + flags)
            #expect(shown.status == 0)
            #expect(try shown.string("status") == "recovered")
            #expect(try shown.json()["attempts"]?.integer == 0)
            #expect(try shown.string("notification", "body") == "Dinner at eight")
        }
        #expect(try place.run(unfinished).errors.contains("nothing is unfinished"))
        #expect(try place.open().status == 5)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `what is dropped or left of unfinished messages is told`() throws {
        let place = try Workplace.withStores()
        try place.seal("Dinner at eight")
        _ = try place.start(["open", "--store", "@phone", "@sealed"], output: "/dev/full").end()
        // The run that left it counts as at work for a minute.
        let deferred = ["open", "--store", "@phone", "--deferred"]
        let left = try place.run(deferred)
        #expect(left.status == 0 && left.output.isEmpty)
        #expect(left.errors.contains("note: 1 message is opened and not known to be shown"))
        let identity = try place.text("identity").trimmingCharacters(in: .whitespacesAndNewlines)
        try place.succeed("contact", "block", "--store", "@phone", "--identity", identity)
        let unfinished = ["device", "unfinished", "--store", "@phone"]
        #expect(try place.run(unfinished).errors.contains("accepted wait, and are dropped by"))
        #expect(try place.run(unfinished + ["--finish"]).errors.contains("accepted were dropped"))
        #expect(try place.run(unfinished).errors.contains("nothing is unfinished"))
    }

    @Test(arguments: [0, 1])
    func `of 8 processes one opens a message as new`(_ oneTime: Int) throws {
        let place = try Workplace.withStores(oneTime: oneTime)
        try place.seal("Dinner at eight")
        let open = ["open", "--store", "@phone", "@sealed"]
        let runs = try (0..<8).map { _ in try place.start(open) }
        var statuses: [String: Int] = [:]
        for run in runs {
            let transcript = try run.end()
            switch try transcript.string("status") {
            case "opened", "recovered":
                #expect(transcript.status == 0)
                #expect(try transcript.string("notification", "body") == "Dinner at eight")
            default:
                #expect(transcript.status == 5)
                #expect(try transcript.string("error") == "replayed")
            }
            statuses[try transcript.string("status") ?? "", default: 0] += 1
        }
        #expect(statuses["opened"] == 1)
    }

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
                run.process.kill()
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
            run.process.kill()
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
