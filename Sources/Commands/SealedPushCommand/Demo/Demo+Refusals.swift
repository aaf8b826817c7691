// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension Demo {
    /// A tampered copy, a replay, an expired message and one for another device: each ends as it
    /// must.
    mutating func refuse(heading: String) throws(CommandError) {
        try printer.heading(heading)
        let sealed = try seal("forged")
        try stage.write(Self.tampered(sealed), to: "forged.sealed")
        try check("a tampered copy", "forged.sealed", expected: "cannotOpen, exit code 4")
        try stage.write(sealed, to: "true.sealed")
        try check("the true one after it", "true.sealed", expected: "opened, exit code 0")
        try check("the same once more", "true.sealed", expected: "replayed, exit code 5")
        let ended = Timestamp.now.advanced(by: .hours(-2))
        let old = ["--ttl", "60s", "--at", TimeText.text(of: ended)]
        try stage.write(seal("expired", old), to: "expired.sealed")
        try check(
            "one that came two hours late",
            "expired.sealed",
            expected: "expired, exit code 5"
        )
        let tablet = stage.path("tablet")
        _ = try prepare(
            ["device", "init", "--store", tablet, "--topic", Self.topic],
            showing: false
        )
        try stage.write(seal("other"), to: "other.sealed")
        try check(
            "one for another device",
            "other.sealed",
            in: "tablet",
            expected: "unknownPrekey, exit code 3"
        )
    }

    private func seal(
        _ name: String,
        _ options: [String] = []
    ) throws(CommandError) -> [UInt8] {
        let payload = JSONWriter.object { payload in
            payload.object("aps") { $0.add("alert", "A message to be \(name)") }
        }
        try stage.write(payload, to: "\(name).json")
        let arguments = [
            "seal", "--store", stage.path("server"), "--to", stage.path("phone.bundle"),
            "--recipient", Self.recipient, "--topic", Self.topic,
        ]
        let run = try prepare(arguments + options + [stage.path("\(name).json")], showing: false)
        return run.output
    }

    private mutating func check(
        _ claim: String,
        _ file: String,
        in store: String = "phone",
        expected: String
    ) throws(CommandError) {
        let run = try stage.run(["open", "--store", stage.path(store), stage.path(file)])
        try printer.check(claim, expected: expected, got: DemoOpening(run).summary)
    }

    /// A copy with one letter changed in the middle of the ciphertext.
    private static func tampered(_ sealed: [UInt8]) -> [UInt8] {
        var copy = sealed
        let place = copy.count * 3 / 4
        copy[place] = copy[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return copy
    }
}
