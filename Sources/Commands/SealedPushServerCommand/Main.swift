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
            preparing: wipeKeys,
            explaining: { CommandError($0) }
        )
        .main()
    }

    /// Has OpenSSL wipe keys and passphrases when it frees their memory, which it takes orders for
    /// only before its first allocation.
    private static func wipeKeys() throws(CommandError) {
        guard OpenSSLMemory.wipeWhatIsFreed() else {
            throw CommandError(
                .failure,
                name: "memoryNotWiped",
                "OpenSSL can't be made to wipe the memory that it frees",
                hint: "use the OpenSSL of the system, and preload no library that uses it"
            )
        }
    }
}
