// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact export`.
struct ContactExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all contacts, as JSON or vCard.",
        usage: "sealedpush contact export --store <dir> --format json|vcard [<options>]",
        discussion: """
            json: one object a line, with identity, name, code, trust and preview. vcard: version \
            4.0, with the identity as KEY. Pictures and when a contact was last seen are not \
            written, and a revoked identity is written as blocked.

            \(StoreEffect.nothing)

            Example:
              sealedpush contact export --store phone --format vcard > contacts.vcf
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp("json or vcard.", valueName: "format"),
        transform: Arguments.contactFormat
    )
    var format: ContactFormat

    func run() throws {
        let export = try ContactBook(try store.openDevice()).export()
        var bytes: [UInt8] = []
        for entry in export.entries {
            bytes += format.bytes(of: entry)
            guard bytes.count >= 1 << 16 else { continue }
            try StandardStream.output.write(bytes)
            bytes = []
        }
        try StandardStream.output.write(bytes)
        // The good ones are written all the same.
        if let failure = export.failures.first { throw failure }
    }
}

extension Arguments {
    static func contactFormat(_ text: String) throws -> ContactFormat {
        guard let format = ContactFormat(rawValue: text) else {
            throw ValidationError("write json or vcard")
        }
        return format
    }
}
