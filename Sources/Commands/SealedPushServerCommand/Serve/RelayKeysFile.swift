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
    /// Writes a new one, which only its owner may read; what the keys are never leaves guarded
    /// memory on the way.
    static func make(_ path: String) throws(CommandError) {
        try writeNew(RelaySecrets.makeFile(), to: path)
    }

    /// Replaces the file by what a rotation makes of it: at each moment one of both is there,
    /// whole.
    static func rotate(
        _ path: String,
        by rotation: (Span<UInt8>) -> SecretBytes?
    ) throws(CommandError) {
        let file = try read(path)
        guard let new = file.withBytes(rotation) else {
            throw .usage("the file of the relay's keys is none, or has 256 token keys")
        }
        let partial = path + ".partial"
        try writeNew(new, to: partial)
        guard unsafe rename(partial, path) == 0 else {
            unsafe unlink(partial)
            throw .failure("the file of the relay's keys can't be replaced")
        }
    }

    /// The bytes of the file, which only its owner may read.
    static func read(_ path: String) throws(CommandError) -> SecretBytes {
        try InputFile(argument: path)
            .readSecret("file of the relay's keys", upTo: RelaySecrets.byteLimit)
    }

    private static func writeNew(
        _ file: borrowing SecretBytes,
        to path: String
    ) throws(CommandError) {
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
