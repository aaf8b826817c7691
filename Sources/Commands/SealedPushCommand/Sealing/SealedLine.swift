// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushSender

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
