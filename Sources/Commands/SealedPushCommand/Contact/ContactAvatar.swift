// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact avatar`.
struct ContactAvatar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avatar",
        abstract: "Give a sender a picture.",
        usage: "sealedpush contact avatar --store <dir> --identity <id> (<file> | --none)",
        discussion: """
            PNG, JPEG or HEIC, at most 1 MiB. The picture is copied, not sealed, into the folder \
            beside the store whose name ends in '.avatars', under a random name; the store keeps \
            that name. Prints the path of the copy.

            \(StoreEffect.changes)

            Example:
              sealedpush contact avatar --store phone ann.jpeg \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    @Flag(help: "Take the picture away.")
    var none = false

    @Argument(help: ArgumentHelp("The picture.", valueName: "file"))
    var file: InputFile?

    func validate() throws {
        guard none == (file == nil) else {
            throw ValidationError("give a picture, or --none")
        }
        if let file { try contact.store.refuseSharedInput(with: file, "picture") }
    }

    func run() throws {
        let (identity, book) = try contact.open()
        guard try book.status(of: identity.bytes)?.isCandidate == false else {
            throw ContactError.unknownContact
        }
        let folder = AvatarFolder(of: contact.store.path)
        if let file {
            let picture = try file.read("picture")
            let name = try folder.put(picture)
            try book.setAvatar(name, of: identity)
            try Console.result(TerminalText.line(folder.path(of: name)))
        } else {
            try book.setAvatar(nil, of: identity)
        }
        try folder.sweep(keeping: book)
    }
}
