// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushCrypto
import SealedPushRelay
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a relay's keys.
enum RelayKeysFile {
    /// Writes a new one, which only its owner may read; what the keys are never leaves guarded memory on the way.
    static func make(_ path: String) throws(CommandError) {
        let file = RelaySecrets.makeFile()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw CommandError(
                .failure,
                name: "outputFailed",
                "the file of the relay's keys can't be written: \(SystemReason.words(errno))"
            )
        }
        defer { close(descriptor) }
        let isWritten = file.withBytes { bytes in
            // The buffer is read while the call lasts.
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress, buffer.count) == buffer.count
            }
        }
        guard isWritten, fsync(descriptor) == 0 else {
            unsafe unlink(path)
            throw .failure("the file of the relay's keys can't be written")
        }
    }
}
