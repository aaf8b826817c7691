// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushSender
import SealedPushStore

/// `sealedpush attachment`: files that belong to a message.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment",
        abstract: "Encrypt files that belong to a message, and decrypt them.",
        discussion: """
            A sound, picture or film is encrypted once and put on any web server. The reference to \
            it, which holds its key, travels inside sealed messages.

            Example:
              (umask 077; sealedpush attachment seal photo.jpg --out photo.sealed \\
                --url https://files.example.com/7f3a > photo.json)
              sealedpush seal --store server --to phone.bundle --recipient bob \\
                --topic com.example.app --attachment photo.json payload.json
            """,
        subcommands: [AttachmentSeal.self, AttachmentOpen.self]
    )
}

/// `sealedpush attachment seal`.
struct AttachmentSeal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Encrypt a file and print the reference to it, which has its key.",
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

/// The new file that an encrypted or decrypted attachment is written to; only this user may use it.
///
/// It has its name only once all of it is right, and goes where that never comes.
struct AttachmentOutput: ~Copyable {
    private var file: NewFile

    /// Makes the file beside its place.
    init(creating path: String) throws(CommandError) {
        do throws(FileError) {
            file = try NewFile.make(at: path)
        } catch {
            throw Self.failed(error)
        }
    }

    /// Writes at its end.
    func append(_ piece: Span<UInt8>) throws(CommandError) {
        do throws(FileError) {
            try file.append(piece)
        } catch {
            throw Self.failed(error)
        }
    }

    /// Gives the file its name; it is removed again where `last` fails, without which it is worth
    /// nothing.
    consuming func finish(
        _ last: () throws(CommandError) -> Void = {}
    ) throws(CommandError) {
        do throws(FileError) {
            try file.publish()
        } catch {
            throw Self.failed(error)
        }
        try last()
        file.keep()
    }

    private static func failed(_ error: FileError) -> CommandError {
        let what = "file of --out"
        return error == .exists ? .placeTaken(what) : .notWritten(what, error.reasonOfNewFile)
    }
}

extension InputFile {
    /// A reference from a file.
    func readAttachmentReference() throws(CommandError) -> AttachmentReference {
        let bytes = try read("reference")
        do throws(AttachmentError) {
            return try AttachmentReference(readingWithKey: bytes)
        } catch {
            throw CommandError(error)
        }
    }
}
