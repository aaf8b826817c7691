// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SimulatedDevice

/// The options that name the headers with which a push was sent.
struct PushHeaderOptions: ParsableArguments {
    @Option(
        name: .customLong("headers"),
        help: ArgumentHelp(
            """
            A file of headers, one 'name: value' a line, as 'seal --headers' writes it: one for \
            all pushes, or one for each.
            """,
            valueName: "file"
        )
    )
    var files: [InputFile] = []

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "A header of every push, as 'apns-collapse-id: dinner'; may be given again.",
            valueName: "name: value"
        )
    )
    var lines: [String] = []

    /// The headers of so many pushes, in their order.
    func headers(for count: Int) throws(CommandError) -> [PushHeaders] {
        try fields(for: count).map { PushHeaders($0) }
    }

    /// The headers of so many pushes by their names in lower case.
    func fields(for count: Int) throws(CommandError) -> [[String: String]] {
        guard files.count < 2 || files.count == count else {
            throw .usage(
                "there are \(files.count) files of headers for \(counted(count, "push", "pushes"))",
                hint: "give one for all, or one for each"
            )
        }
        var own: [String: String] = [:]
        for (index, line) in lines.enumerated() { try Self.take(line, index, into: &own) }
        var sets: [[String: String]] = []
        for file in files {
            var fields: [String: String] = [:]
            let bytes = try file.read("file of headers", tooLarge: .usage)
            let text = String(decoding: bytes, as: UTF8.self)
            for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
                try Self.take(String(line), index, into: &fields)
            }
            sets.append(fields.merging(own) { $1 })
        }
        if sets.count < 2 {
            sets = Array(repeating: sets.first ?? own, count: count)
        }
        return sets
    }

    private static func take(
        _ line: String,
        _ index: Int,
        into fields: inout [String: String]
    ) throws(CommandError) {
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        let name = (parts.first ?? "").lowercased()
        guard parts.count == 2, name.hasPrefix("apns-"), fields[name] == nil else {
            throw .usage(
                "header \(index + 1) is none",
                hint: "each is one of APNs', once: 'apns-collapse-id: dinner'"
            )
        }
        fields[name] = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
