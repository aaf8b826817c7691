// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
