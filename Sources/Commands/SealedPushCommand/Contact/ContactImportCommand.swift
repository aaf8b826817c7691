// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact import`.
struct ContactImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add contacts from JSON or vCard.",
        usage: "sealedpush contact import --store <dir> [--format json|vcard] <file>",
        discussion: """
            Reads what 'contact export' writes, and vCards 2.1, 3.0 and 4.0 of others. What can't \
            be read or is refused is told by its line, and the rest is added, also where the file \
            can't be read to its end. A contact that is there keeps its trust and preview \
            policy, and its name unless --rename is given. A name that looks like another \
            contact's is told by its line. A file makes no contact verified or a service, unless \
            --keep-trust says that it is your own export.

            Reading ends with an error behind 256 MiB, 4,000,000 lines or 1,000 entries that \
            can't be read, at a zero byte, which no text has, and through a pipe after 60 seconds.

            \(StoreEffect.changes)

            Example:
              sealedpush contact import --store phone contacts.vcf
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "json or vcard; without it the end of the file's name says it.",
            valueName: "format"
        ),
        transform: Arguments.contactFormat
    )
    var format: ContactFormat?

    @Flag(help: "Verify whom the file calls verified, and take its services.")
    var keepTrust = false

    @Flag(help: "Rename contacts that are there, and give them further names.")
    var rename = false

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "The file, or - for standard input.")
    var file: InputFile

    func validate() throws {
        try store.refuseSharedInput(with: file, "contacts")
        guard formatOfFile != nil else {
            throw ValidationError("--format is missing, and the file's name does not tell it")
        }
    }

    private var formatOfFile: ContactFormat? {
        if let format { return format }
        let ends = [".vcf": ContactFormat.vcard, ".vcard": .vcard, ".json": .json, ".jsonl": .json]
        return ends.first { file.path.lowercased().hasSuffix($0.key) }?.value
    }

    func run() throws {
        let file = try file.open("contacts")
        guard file.size ?? 0 <= ContactFileLimit.bytes else { throw ContactFileLimit.tooLarge }
        if file.isTerminal { Console.note("reading the contacts from standard input") }
        var importing = ContactImporting(
            into: try store.openContacts(),
            format: formatOfFile ?? .json,
            keepsTrust: keepTrust,
            renames: rename,
            allowsTestKeys: testKeys.insecureTestKeys,
            until: file.size == nil && !file.isTerminal ? .now + .seconds(60) : nil
        )
        try importing.run { try file.read(into: &$0, "contacts") }
    }
}

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
