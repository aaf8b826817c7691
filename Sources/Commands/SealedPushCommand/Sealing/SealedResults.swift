// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushSender

/// What became of several devices, printed a line each, in order and as soon as it is known.
struct SealedResults {
    private let count: Int
    /// Those without a line yet.
    private var waiting: ArraySlice<SealTargets.Target>
    private var failures: [CommandError] = []

    init(of targets: [SealTargets.Target]) {
        count = targets.count
        waiting = targets[...]
    }

    /// Prints what became of the next device that could be tried, and before it those that could
    /// not.
    mutating func print(_ outcome: SealingOutcome) throws {
        try printRefused()
        waiting = waiting.dropFirst()
        try print(SealedLine(outcome))
    }

    /// Prints the rest, and throws where a device was not sealed to: each line has the class of its
    /// own failure.
    mutating func finish() throws {
        try printRefused()
        guard !failures.isEmpty else { return }
        throw CommandError(
            failures.contains { $0.status == .storeUnusable } ? .storeUnusable : .notSealed,
            name: "notSealed",
            "\(failures.count) of \(count) devices were not sealed to",
            hint: "the output names the reason of each"
        )
    }

    private mutating func printRefused() throws {
        while let target = waiting.first, case .failure(let error) = target.bundle {
            waiting = waiting.dropFirst()
            try print(SealedLine(file: target.file, error))
        }
    }

    private mutating func print(_ line: SealedLine) throws {
        for note in line.notes { Console.note("device \(count - waiting.count): \(note)") }
        // A payload is sent as it is: an escape more, and it might be too large.
        try StandardStream.output.write(line.json + [UInt8(ascii: "\n")])
        if let error = line.error { failures.append(error) }
    }
}

/// What became of one device of several, as a line of JSON.
struct SealedLine {
    /// One object, without a line feed.
    let json: [UInt8]
    /// What is worth knowing.
    let notes: [String]
    /// Why it was not sealed to.
    let error: CommandError?

    init(_ outcome: SealingOutcome) throws {
        let device = Hex.encode(outcome.device.bytes.span)
        switch outcome.result {
        case .success(let sealed):
            let payload = try JSONDocument(reading: sealed.payload).root
            json = JSONWriter.object { line in
                line.add("device", device)
                line.object("headers") { headers in
                    for (name, value) in sealed.headers.fields { headers.add(name, value) }
                }
                line.add("oneTimeExhausted", sealed.prekeyClass == .reusable)
                line.add("expiryClamped", sealed.isExpiryClamped)
                line.add("statements", sealed.statementCount)
                line.add("payload", payload)
            }
            notes = Self.notes(on: sealed)
            error = nil
        case .failure(let refusal):
            let error = CommandError(refusal)
            json = JSONWriter.object { line in
                line.add("device", device)
                line.add("error", error.name)
            }
            notes = [error.message]
            self.error = error
        }
    }

    /// A file that names no device.
    init(file: String, _ error: CommandError) {
        json = TerminalText.json(
            JSONWriter.object { line in
                line.add("file", file)
                line.add("error", error.name)
            }
        )
        notes = [error.message]
        self.error = error
    }

    /// What its sender should know of a notification.
    static func notes(on sealed: SealedNotification) -> [String] {
        var notes: [String] = []
        if sealed.prekeyClass == .reusable {
            notes.append(
                "no one-time prekey could be used, so the message is sealed to the reusable one:"
                    + " a new bundle brings more ('sealedpush device bundle --one-time')"
            )
        }
        if sealed.isExpiryClamped {
            notes.append(
                "the prekey ends earlier than the time to live: the message counts until"
                    + " \(TimeText.text(of: sealed.expiry))"
            )
        }
        if !sealed.shortened.isEmpty {
            let fields = sealed.shortened.map(\.rawValue).joined(separator: ", ")
            notes.append("shortened to make it fit: \(fields)")
        }
        if sealed.statementCount > 0 {
            notes.append(
                "statements of the sender that go along, as there was room:"
                    + " \(sealed.statementCount)"
            )
        }
        return notes
    }
}

/// The APNs headers of a sealed notification, as a file: one `name: value` a line, which curl takes
/// as `-H @file`.
struct HeaderOutput {
    private let file: OutputFile

    /// The file at `path`, which is refused now where it could not be replaced.
    init(_ path: String) throws(CommandError) {
        file = OutputFile(path, "headers", replacing: "apns-topic: ")
        try file.check()
    }

    func write(_ headers: APNsHeaders) throws(CommandError) {
        let lines = headers.fields.map { "\($0.name): \($0.value)\n" }.joined()
        do throws(CommandError) {
            try file.replace(Array(lines.utf8))
        } catch {
            throw CommandError(
                error.status,
                name: error.name,
                error.message,
                hint: "nothing was printed; seal again"
            )
        }
    }
}
