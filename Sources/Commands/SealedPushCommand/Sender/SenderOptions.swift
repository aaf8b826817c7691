// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushKeys

/// Which of a store's senders a subcommand is about.
struct SenderOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Which sender of the store; the name never leaves it.",
            valueName: "name"
        )
    )
    var name = SenderIdentities.defaultName

    /// What a hint has behind a subcommand for the same sender; it holds no name.
    var inHint: String { name == SenderIdentities.defaultName ? "" : " --as ..." }
}
