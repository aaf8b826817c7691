// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

extension CommandError {
    /// A process whose OpenSSL would leave keys and passphrases in memory that it gives back.
    package static let memoryNotWiped = CommandError(
        .failure,
        name: "memoryNotWiped",
        "OpenSSL can't be made to wipe the memory that it frees",
        hint: "use the OpenSSL of the system, and preload no library that uses it"
    )

    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    package init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as any ExplainedError: self.init(error)
        default: return nil
        }
    }

    /// An error of a library.
    package init(_ error: any ExplainedError) {
        self.init(ExitStatus(error), error)
    }
}
