// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures against the limits; ends with status 1 where one is missed.
///
///     benchmarks [--json] [--primitives] [messages|stream|receiver|extension|contacts|attachments|apns|relay ...]
@main
struct Benchmarks {
    /// A group of benchmarks that can be asked for by its name.
    private enum Group: String, CaseIterable {
        case messages
        case stream
        case receiver
        case `extension`
        case contacts
        case attachments
        case apns
        case relay
    }

    private var json = false
    private var showsPrimitives = false
    private var groups: [Group] = []
    private var missed = 0

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            if let mode = arguments.first.flatMap(ChildMode.init) {
                try await mode.run(arguments.dropFirst())
                return
            }
            var benchmarks = try Benchmarks(arguments)
            try await benchmarks.run()
            guard benchmarks.missed > 0 else { return }
            say("benchmarks: \(benchmarks.missed) of the limits missed")
        } catch {
            say("benchmarks: \(error)")
        }
        exit(1)
    }

    private init(_ arguments: ArraySlice<String>) throws {
        for argument in arguments {
            switch argument {
            case "--json": json = true
            case "--primitives": showsPrimitives = true
            default:
                guard let group = Group(rawValue: argument) else {
                    Self.say("benchmarks: what is \(argument)?")
                    Self.say(
                        "usage: benchmarks [--json] [--primitives] [messages|stream|receiver|extension|contacts|attachments|apns|relay ...]"
                    )
                    exit(64)
                }
                groups.append(group)
            }
        }
        if groups.isEmpty { groups = Group.allCases }
    }

    private mutating func run() async throws {
        if !json { print(Line.tableHead) }
        for group in groups {
            switch group {
            case .messages:
                try MessageBenchmark().run { line, costs in
                    try report(line)
                    if showsPrimitives { for cost in costs { Self.say("    \(cost.text)") } }
                }
            case .stream: try StreamBenchmark().run { line in try report(line) }
            case .receiver: try await ReceiverBenchmark().run { line in try report(line) }
            case .extension:
                #if os(Linux)
                    try await ExtensionBenchmark().run { line in try report(line) }
                #endif
            case .contacts: try ContactBenchmark().run { line in try report(line) }
            case .attachments: try AttachmentBenchmark().run { line in try report(line) }
            case .apns:
                #if os(Linux)
                    try APNsBenchmark().run { line in try report(line) }
                #endif
            case .relay:
                #if os(Linux)
                    try RelayBenchmark().run { line in try report(line) }
                #endif
            }
        }
    }

    private mutating func report(_ line: Line) throws {
        print(json ? try line.json : line.tableRow)
        // A run may take long, and be stopped: what it has found by then is not lost.
        fflush(nil)
        if !line.isWithinLimit { missed += 1 }
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
