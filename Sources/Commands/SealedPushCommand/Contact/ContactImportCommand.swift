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
