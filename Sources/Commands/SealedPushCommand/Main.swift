// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell

@main
enum Main {
    static func main() {
        Program(SealedPushCommand.self).main()
    }
}
