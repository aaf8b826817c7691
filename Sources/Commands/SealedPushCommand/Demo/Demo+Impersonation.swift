// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension Demo {
    /// A contact seals the name of another one as the title: the screen still says who signed.
    mutating func impersonate(heading: String) throws(CommandError) {
        try printer.heading(heading)
        let payload = #"{"aps":{"alert":{"title":"\#(Self.name)","body":"Send me the key"}}}"#
        try stage.write(Array(payload.utf8), to: "impersonation")
        try printer.fact("sealed", payload)
        let sealed = "impersonation.sealed"
        _ = try prepare(
            [
                "seal", "--store", stage.path("server"), "--to", stage.path("phone.bundle"),
                "--recipient", Self.recipient, "--topic", Self.topic, stage.path("impersonation"),
            ],
            showing: false,
            into: sealed
        )
        let run = try stage.run(["open", "--store", stage.path("phone"), stage.path(sealed)])
        let shown = DemoOpening(run)
        for (index, line) in shown.lines.enumerated() {
            try printer.fact(index == 0 ? "device" : "", line)
        }
        try printer.check("the title", expected: Self.senderName, got: shown.title)
        try printer.check("its sender", expected: Self.senderName, got: shown.senderName)
    }
}
