// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushStore

/// When the key of a new store may be had.
struct AccessOptions: ParsableArguments {
    @Option(
        name: .customLong("access"),
        help: ArgumentHelp(
            "When the key of a new store may be had: after-first-unlock (without the option) or"
                + " when-unlocked.",
            valueName: "class"
        ),
        transform: Arguments.accessClass
    )
    var `class`: AccessClass?
}
