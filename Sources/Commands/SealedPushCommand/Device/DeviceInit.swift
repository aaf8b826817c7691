// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys

/// `sealedpush device init`.
struct DeviceInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a device identity and its first prekeys.",
        usage: "sealedpush device init --store <dir> --topic <topic> [<options>]",
        discussion: """
            Makes the store if there is none, or adds the device to the store that is there. \
            Prints the device's identity in hex. Without a key option a new store gets a key file \
            in its own folder.

            \(StoreEffect.changes)

            Example:
              sealedpush device init --store phone --topic com.example.app
            With a passphrase:
              sealedpush device init --store tablet --topic com.example.app \\
                --passphrase-file secret.txt
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp("The app's bundle id: what it receives for.", valueName: "topic"),
        transform: Arguments.topic
    )
    var topic: Topic

    @OptionGroup
    var access: AccessOptions

    func run() throws {
        let identity = try store.openOrMake(access: access.class) { store in
            try DeviceKeys.create(in: store, topic: topic, now: .now)
        }
        try Console.result(
            Hex.encode(identity.bytes.span),
            ofDone: "the device is made",
            hint: "'sealedpush device show' prints its identity"
        )
    }
}
