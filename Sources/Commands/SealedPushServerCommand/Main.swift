// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushOpenSSL

@main
enum Main {
    static func main() {
        // Before anything else: keys and passphrases are not to stay in memory that OpenSSL has freed.
        guard OpenSSLMemory.wipeWhatIsFreed() else {
            fatalError("OpenSSL has memory before the program has begun")
        }
        Program(ServerCommand.self, descriptors: DescriptorNeed.count) { CommandError($0) }.main()
    }
}
