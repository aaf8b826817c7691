// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

/// A file with the headers of a push, one `name: value` a line, as `sealedpush seal --headers`
/// writes it.
struct HeaderFile {
    /// The headers that mean something to APNs.
    private static let names: Set<String> = [
        "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id",
        "apns-id",
    ]

    private var values: [String: String] = [:]

    /// No headers.
    init() {}

    /// The headers of a line that `sealedpush seal` prints; nil where it is no object, or one is
    /// none of APNs'.
    init?(_ object: JSONValue) {
        guard let members = object.members else { return nil }
        for (name, value) in members {
            guard Self.names.contains(name), let value = value.string else { return nil }
            values[name] = value
        }
    }

    init(_ file: InputFile) throws(CommandError) {
        for (number, bytes) in try file.lines("file of headers") {
            let line = String(decoding: bytes, as: UTF8.self)
            guard let colon = line.firstIndex(of: ":") else { throw Self.wrong(number) }
            let name = String(line[..<colon]).lowercased()
            let value = line[line.index(after: colon)...]
                .drop { $0 == " " || $0 == "\t" }
                .reversed().drop { $0.isWhitespace }.reversed()
            guard Self.names.contains(name), values[name] == nil else { throw Self.wrong(number) }
            values[name] = String(value)
        }
    }

    /// The value of a header, nil where it is not there.
    subscript(name: String) -> String? { values[name] }

    private static func wrong(_ number: Int) -> CommandError {
        .usage(
            "line \(number) of the headers is none",
            hint: "each is one of APNs', once: 'apns-topic: com.example.app'"
        )
    }
}
