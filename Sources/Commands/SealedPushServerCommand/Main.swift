// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushOpenSSL

@main
enum Main {
    static func main() {
        Program(
            ServerCommand.self,
            descriptors: DescriptorNeed.count,
            preparing: { () throws(CommandError) in
                // It takes orders for that only before its first allocation.
                guard OpenSSLMemory.wipeWhatIsFreed() else { throw .memoryNotWiped }
            }
        )
        .main()
    }
}
