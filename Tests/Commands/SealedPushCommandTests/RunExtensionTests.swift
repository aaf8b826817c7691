// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(SimulatedDevice)
    import Foundation
    import SealedPush
    import TestSupport
    import Testing

    @testable import SealedPushCommand

    /// `run --extension` with a real program, whose extension does what the payload says.
    struct RunExtensionTests {
        /// The program is built beside the command.
        private static let program = URL(filePath: Workplace.executable)
            .deletingLastPathComponent().appending(path: "ScriptedExtensionHost").path

        private static func payload(_ steps: [String], warned: [String] = []) -> String {
            #"{"aps":{"alert":"Hello","mutable-content":1},"script":\#(steps),"warned":\#(warned)}"#
        }

        /// A place with payloads of these steps: `@push1` and so on.
        private static func place(_ payloads: String...) throws -> Workplace {
            let place = Workplace()
            for (number, payload) in payloads.enumerated() {
                try place.write(payload, to: "push\(number + 1)")
            }
            return place
        }

        private static func run(
            _ place: Workplace,
            _ options: [String] = [],
            pushes count: Int = 1
        ) throws -> Transcript {
            let pushes = (1...count).map { "@push\($0)" }
            return try place.run(
                ["sealedpush-lab", "run", "--extension", program] + options + pushes
            )
        }

        @Test func `what the extension hands over is shown`() throws {
            let place = try Self.place(Self.payload(["title:Ann", "body:Née", "handOver"]))
            let run = try Self.run(place)
            #expect(run.status == 0)
            #expect(run.text.hasPrefix("\(place.path("push1")): The extension handed over"))
            #expect(run.text.contains("  | Ann\n  | Née\n"))
            #expect(run.text.contains("handedOver\n"))
            #expect(run.errors.isEmpty)
        }

        @Test func `a report is one JSON object a line, also of a failure`() throws {
            let place = try Self.place(
                Self.payload(["title:Ann", "handOver", "handOver"]),
                Self.payload(["exit:3"]),
                Self.payload(["title:Bob", "handOver"])
            )
            let run = try Self.run(place, ["--json"], pushes: 3)
            #expect(run.status == 1)
            let reports = try run.reports
            #expect(reports.outcomes == ["handedOver", "crashed", "handedOver"])
            #expect(reports[0]["handOvers"]?.integer == 2)
            #expect(
                reports[1]["events"]?.elements?.contains { $0["detail"]?.string == "exit code 3" }
                    == true
            )
            #expect(reports[1]["shown"]?["lines"]?.elements?.map(\.string) == ["Hello"])
            #expect(reports[2]["shown"]?["content"]?["title"]?.string == "Bob")
            #expect(reports.allSatisfy { $0["peakMemory"]?.integer ?? 0 > 0 })
            #expect(run.errors.contains("the extension failed for 2 of the pushes"))
        }

        // Also where the extension never lets go of its content handler.
        @Test(arguments: [[], ["leak"]])
        func `a second hand-over inside the time limit is waited for, and named`(
            _ steps: [String]
        ) throws {
            let place = try Self.place(
                Self.payload(steps + ["title:Ann", "handOver", "after:2500:handOver"])
            )
            let run = try Self.run(place)
            #expect(run.status == 1)
            #expect(
                run.text.hasPrefix("\(place.path("push1")): The extension handed over 2 times,")
            )
        }

        @Test(arguments: [
            (["release"], [String](), "let go of its content handler without calling it"),
            ([], ["handOver"], "only when it was warned"),
        ])
        func `where the command ends with 1 the first sentence says why`(
            _ steps: [String],
            _ warned: [String],
            _ words: String
        ) throws {
            let place = try Self.place(Self.payload(steps, warned: warned))
            let run = try Self.run(place, ["--time-limit", "1.5"])
            #expect(run.status == 1)
            #expect(run.text.split(separator: "\n").first?.contains(words) == true)
        }

        @Test(arguments: ["raise:11", "trap", "exit:0"])
        func `a crash is told, and the command ends with 1`(_ step: String) throws {
            let run = try Self.run(Self.place(Self.payload([step])))
            #expect(run.status == 1)
            #expect(run.text.contains("  | Hello\n"))
            #expect(run.text.contains(" crashed: "))
        }

        @Test(arguments: [["exit:3"], ["hog:40"], ["handOver"]])
        func `what fails after its hand-over is shown, and the command ends with 1`(
            _ steps: [String]
        ) throws {
            let place = try Self.place(
                Self.payload(["title:Ann", "handOver"] + steps),
                Self.payload(["title:Bob", "handOver"])
            )
            let run = try Self.run(place, ["--json"], pushes: 2)
            #expect(run.status == 1)
            #expect(run.errors.contains("the extension failed for 1 of the pushes"))
            let reports = try run.reports
            #expect(reports.outcomes == ["handedOver", "handedOver"])
            #expect(reports[0]["shown"]?["content"]?["title"]?.string == "Ann")
        }

        @Test(arguments: [12, 16, 24])
        func `a limit of memory is kept`(_ limit: Int) throws {
            let place = try Self.place(
                Self.payload(["hog:\(limit / 2)", "handOver"]),
                Self.payload(["hog:\(limit)", "handOver"])
            )
            let run = try Self.run(place, ["--json", "--memory-limit", "\(limit)"], pushes: 2)
            #expect(run.status == 1)
            let reports = try run.reports
            #expect(reports.outcomes == ["handedOver", "killedForMemory"])
            #expect(reports[0]["peakMemory"]?.integer ?? 0 > limit << 19)
            #expect(reports[1]["peakMemory"]?.integer ?? 0 > limit << 20)
        }

        @Test func `a limit of time is kept, and a warning goes before`() throws {
            let warm = Self.payload(["handOver"])
            let place = try Self.place(
                warm,
                warm,
                Self.payload([]),
                Self.payload([], warned: ["title:best", "handOver"])
            )
            let options = ["--json", "--time-limit", "1.5", "--parallel", "2"]
            let run = try Self.run(place, options, pushes: 4)
            #expect(run.status == 1)
            // The start of the process is part of the first two's time, so they may be too late.
            let reports = try run.reports.suffix(2)
            #expect(Array(reports).outcomes == ["timedOut", "handedOver"])
            for report in reports {
                let warning = report["events"]?.elements?.first { $0["event"]?.string == "warned" }
                #expect(warning?["at"]?.integer ?? 0 >= 1500)
            }
            #expect(reports.last?["shown"]?["content"]?["title"]?.string == "best")
        }

        @Test func `pushes at once share a process, and its end`() throws {
            let place = try Self.place(
                Self.payload([]),
                Self.payload(["exit:3"]),
                Self.payload(["title:Ann", "handOver"])
            )
            let run = try Self.run(place, ["--json", "--parallel", "2"], pushes: 3)
            #expect(run.status == 1)
            #expect(try run.reports.outcomes == ["crashed", "crashed", "handedOver"])
            #expect(run.errors.contains("the extension failed for 2 of the pushes"))
        }

        @Test func `an offline device gets the last push, when it is back`() throws {
            let place = try Self.place(
                Self.payload(["title:Ann", "handOver"]),
                Self.payload(["title:Bob", "handOver"])
            )
            let run = try Self.run(place, ["--json", "--offline"], pushes: 2)
            #expect(run.status == 0)
            let reports = try run.reports
            #expect(reports.outcomes == ["lost", "handedOver"])
            #expect(reports[0]["reason"]?.string == "replacedWhileOffline")
            #expect(reports[0]["shown"]?.kind == .null)
            #expect(reports[1]["shown"]?["lines"]?.elements?.first?.string == "Bob")
        }

        @Test(arguments: [(["--locked"], "beforeFirstUnlock"), ([], "unlocked")])
        func `a program of one's own is told of the lock`(
            _ options: [String],
            _ lock: String
        ) throws {
            let place = try Self.place(Self.payload(["deviceState", "handOver"]))
            let run = try Self.run(place, ["--json"] + options)
            #expect(run.status == 0)
            let report = try #require(try run.reports.first)
            #expect(report["shown"]?["content"]?["title"]?.string == "\(lock) en_US")
        }

        @Test func `files that the extension attaches are shown, and go with the device`() throws {
            let place = try Self.place("")
            try place.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0], to: "picture.png")
            let step = "attach:a|\(place.path("picture.png"))"
            try place.write(Self.payload([step, "handOver"]), to: "push1")
            let run = try Self.run(place)
            #expect(run.text.contains("  | [public.png, 7 bytes]\n"))
            let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
            #expect(!names.contains("picture.png"))
            #expect(!names.contains { $0.hasPrefix("attachments-") })
        }

        @Test func `a file beside the program stays there`() throws {
            let folder = URL(filePath: Self.program).deletingLastPathComponent()
                .appending(path: "app-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            let logo = folder.appending(path: "logo.png")
            let picture = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0])
            try picture.write(to: logo)
            let place = try Self.place(Self.payload(["attach:a|\(logo.path)", "handOver"]))
            let run = try Self.run(place)
            #expect(run.status == 0)
            #expect(run.text.contains("  | [public.png, 7 bytes]\n"))
            #expect(try Data(contentsOf: logo) == picture)
        }

        @Test func `a program that is no extension host counts as crashed`() throws {
            let place = try Self.place(Self.payload(["handOver"]))
            let run = try place.run("sealedpush-lab", "run", "--extension", "/bin/true", "@push1")
            #expect(run.status == 1)
            #expect(run.text.contains("exit code 0, and no word of an extension host"))
            #expect(run.errors.contains("the extension failed for 1 of the pushes"))
        }

        @Test func `what the system can't start is told`() throws {
            let place = try Self.place(Self.payload(["handOver"]))
            try place.write("no program", to: "text")
            try place.setMode(0o700, of: "text")
            let run = try place.run("sealedpush-lab", "run", "--extension", "@text", "@push1")
            #expect(run.status == 1)
            #expect(run.text.contains("not started: Exec format error"))
        }

        @Test(arguments: [
            ("@none", "no such file"), ("@folder", "it is a folder"),
            ("@push1", "it may not be executed"), ("@push1/program", "no such file"),
        ])
        func `what is no program is refused before anything runs`(
            _ program: String,
            _ reason: String
        ) throws {
            let place = try Self.place(Self.payload(["handOver"]))
            try place.makeFolder("folder")
            let run = try place.run("sealedpush-lab", "run", "--extension", program, "@push1")
            #expect(run.status == 64)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("the extension can't be started: \(reason)\n"))
        }

        @Test(arguments: [
            ("@none", 64, "the payload can't be read: no such file"),
            ("@folder", 64, "the payload can't be read: it is a folder"),
            ("@huge", 4, "the payload is too large"),
        ])
        func `a payload that can't be read ends the command before anything runs`(
            _ payload: String,
            _ status: Int32,
            _ words: String
        ) throws {
            let place = try Self.place(Self.payload(["handOver"]))
            try place.write([UInt8](repeating: 32, count: 1 << 20 + 1), to: "huge")
            try place.makeFolder("folder")
            let run = try place.run(
                ["sealedpush-lab", "run", "--extension", Self.program, "@push1", payload]
            )
            #expect(run.status == status)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(words))
        }

        @Test(arguments: [
            ("Hello", "payloadMalformed"), ("", "payloadMalformed"), ("[]", "payloadMalformed"),
            (payload([String(repeating: "x", count: 4096)]), "payloadTooLarge"),
            // What this reader refuses, though the push service may not.
            (#"{"aps":{"alert":"a","alert":"a"}}"#, "payloadMalformed"),
            (#"{"aps":{"alert":"\ud83d"}}"#, "payloadMalformed"),
            (
                #"{"aps":{"alert":"a"},"deep":"# + String(repeating: "[", count: 32)
                    + String(repeating: "]", count: 32) + "}", "payloadMalformed"
            ),
        ])
        func `what the push service would not take is lost, and that is told`(
            _ payload: String,
            _ reason: String
        ) throws {
            let place = try Self.place(payload)
            let run = try Self.run(place, ["--json"])
            #expect(run.status == 0)
            let report = try #require(try run.reports.first)
            #expect(report["outcome"]?.string == "lost")
            #expect(report["reason"]?.string == reason)
            #expect(report["explanation"]?.string?.isEmpty == false)
        }
    }

    extension Transcript {
        /// The reports that `--json` prints.
        fileprivate var reports: [JSONValue] {
            get throws {
                try text.split(separator: "\n").map { line in
                    try JSONDocument(reading: Array(line.utf8)).root
                }
            }
        }
    }

    extension [JSONValue] {
        fileprivate var outcomes: [String?] { map { $0["outcome"]?.string } }
    }
#endif
