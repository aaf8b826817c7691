// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct SealedPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sealedpush")
}
