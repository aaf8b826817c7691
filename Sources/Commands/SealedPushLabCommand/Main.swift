// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushOpenSSL

@main
enum Main {
    static func main() {
        Program(
            LabCommand.self,
            descriptors: DescriptorNeed.count,
            preparing: { () throws(CommandError) in
                guard OpenSSLMemory.wipeWhatIsFreed() else { throw .memoryNotWiped }
            }
        )
        .main()
    }
}
