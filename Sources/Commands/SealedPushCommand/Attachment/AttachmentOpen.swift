// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// `sealedpush attachment open`.
struct AttachmentOpen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Check and decrypt a file, by the reference to it.",
        discussion: """
            The file has to be the very one that was encrypted, from its first byte to its last; \
            else nothing is left at --out. Until that is known it stands beside it, under a name \
            that ends in .partial- and digits; only a run that is killed leaves such a file.

            \(StoreEffect.noStore)

            Example:
              sealedpush attachment open photo.sealed --reference photo.json \\
                --out opened.jpg
            """
    )

    @Argument(help: "The encrypted file, or - for standard input.")
    var file: InputFile

    @Option(
        help: ArgumentHelp(
            "The reference, as 'attachment seal' prints it and messages carry it.",
            valueName: "file"
        )
    )
    var reference: InputFile

    @Option(help: ArgumentHelp("Write the decrypted file here: a new file.", valueName: "file"))
    var out: NamedPath

    func validate() throws {
        guard !file.isStandardInput || !reference.isStandardInput else {
            throw ValidationError("the file and the reference can't both come from standard input")
        }
    }

    func run() async throws {
        let reference = try reference.readAttachmentReference()
        let source = try file.open("file")
        let output = try AttachmentOutput(creating: out.text)
        do {
            try AttachmentOpener.open(reference) { bytes in
                try source.read(into: &bytes, "file")
            } writing: { piece in
                try output.append(piece)
            }
        } catch {
            throw CommandError(error) ?? error
        }
        try output.finish()
    }
}
