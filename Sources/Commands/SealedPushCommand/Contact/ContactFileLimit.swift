// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

/// Where the reading of a file of contacts ends, which may be a pipe without an end.
struct ContactFileLimit {
    /// More than an address book of some thousand people with their pictures has.
    static let bytes = 256 << 20
    private static let lines = 4_000_000
    private static let malformed = 1000

    /// When what comes through a pipe has to be at its end; a plain file has one.
    private let end: ContinuousClock.Instant?

    private var byteCount = 0
    private var lineCount = 0

    init(until end: ContinuousClock.Instant? = nil) {
        self.end = end
    }

    /// Counts a piece that was read; gives how far it may be taken, and why no further.
    mutating func take(_ piece: Span<UInt8>) -> (count: Int, error: CommandError?) {
        if let end, ContinuousClock.now >= end { return (piece.count, Self.tooSlow) }
        for index in piece.indices {
            // Neither JSON nor vCards have it, and devices have nothing else.
            guard piece[index] != 0 else { return (index, Self.noContacts("it is no text")) }
            byteCount += 1
            if piece[index] == UInt8(ascii: "\n") { lineCount += 1 }
            guard byteCount <= Self.bytes, lineCount <= Self.lines else {
                return (index, Self.tooLarge)
            }
        }
        return (piece.count, nil)
    }

    /// Throws where so many entries can't be read that the others are hardly contacts.
    func check(malformed: Int) throws(CommandError) {
        guard malformed <= Self.malformed else {
            throw Self.noContacts("more than 1,000 entries can't be read")
        }
    }

    static var tooSlow: CommandError {
        .usage(
            "the contacts did not come to an end in time",
            hint: "what came before was added; import the rest from a file, which may take longer"
        )
    }

    static var tooLarge: CommandError {
        CommandError(
            .notAuthentic,
            name: "tooLarge",
            "the contacts are too many: over 256 MiB, or 4,000,000 lines",
            hint: "import them in parts"
        )
    }

    private static func noContacts(_ reason: String) -> CommandError {
        CommandError(
            .notAuthentic,
            name: "malformedEntry",
            "the file is none of contacts: \(reason)",
            hint: "what came before it was added; --format says what is in the file"
        )
    }
}
