// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushSender

/// `sealedpush attachment seal`.
struct AttachmentSeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Encrypt a file and print the reference to it.",
        usage: "sealedpush attachment seal --out <file> --url <url> [...] <file>",
        discussion: """
            Writes the encrypted file, which goes to the web server, and prints the reference as \
            JSON. The reference holds the key: it goes into messages and nowhere else, and a \
            file of it must be readable by its owner alone, which umask sees to. One encrypted file may \
            serve in messages to many devices.

            \(StoreEffect.noStore)

            Example:
              (umask 077; sealedpush attachment seal photo.jpg --out photo.sealed \\
                --url https://files.example.com/7f3a > photo.json)
            """
    )

    @Argument(help: "The file, or - for standard input.")
    var file: InputFile

    @Option(help: ArgumentHelp("Write the encrypted file here: a new file.", valueName: "file"))
    var out: NamedPath

    @Option(help: ArgumentHelp("Where it will be: an https URL.", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "What the file is, such as image/jpeg. Else what the ending of its name tells.",
            valueName: "type"
        ),
        transform: Arguments.attachmentType
    )
    var type: AttachmentReference.FileType?

    /// The rule for --url.
    static let urlRule = "it begins with https:// and a host, and has no user and no fragment"

    func run() async throws {
        guard let type = type ?? AttachmentReference.FileType(filename: file.path) else {
            throw CommandError.usage(
                "what the file is can't be told by its name",
                hint: "--type names it: \(Arguments.attachmentTypes)"
            )
        }
        // Before the file is encrypted for nothing.
        guard AttachmentReference.isFetched(url) else {
            throw CommandError.usage(
                "the URL is none that a device fetches",
                hint: Self.urlRule
            )
        }
        let source = try file.open("file")
        let output = try AttachmentOutput(creating: out.text)
        let sealed = try SealedAttachment.seal(type) { bytes in
            try source.read(into: &bytes, "file")
        } writing: { piece in
            try output.append(piece)
        }
        let reference = try sealed.reference(at: url).jsonWithKey
        // Without its key the file is worth nothing.
        try output.finish { () throws(CommandError) in
            try Console.result(json: reference)
            try StandardStream.output.sync()
        }
    }
}
