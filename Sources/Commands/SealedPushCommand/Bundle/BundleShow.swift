// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// `sealedpush bundle show`.
struct BundleShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a bundle: its device, its prekeys and their terms.",
        usage: "sealedpush bundle show [--json] [<bundle>]",
        discussion: """
            Every record is verified first. A record's epoch is the number of its generation; those \
            below the revoked epoch can no longer be used. Nothing that is shown is secret.

            \(StoreEffect.noStore)

            Example:
              sealedpush bundle show phone.bundle
            """
    )

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "The bundle, or - for standard input.")
    var bundle: InputFile = .standardInput

    func run() throws {
        let facts = BundleFacts(of: try bundle.readBundle())
        if json {
            try Console.result(json: facts.json)
        } else {
            try Console.result(facts.text)
        }
    }
}

extension InputFile {
    /// The bundle in the file.
    func readBundle() throws(CommandError) -> DeviceBundle {
        let bytes = try read("bundle")
        do throws(WireError) {
            return try DeviceBundle(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(error, in: "bundle")
        }
    }
}
