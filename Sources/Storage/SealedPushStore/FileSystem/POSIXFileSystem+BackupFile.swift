// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension POSIXFileSystem: BackupFileSystem {
    /// Opens `file`, looks at the very file that was opened, and reads from `offset`.
    package func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(opening: file, O_RDONLY)
        guard try descriptor.status().kind == .file else { throw .refused(.unexpectedKind) }
        try POSIXCall.result { lseek(descriptor.number, off_t(offset), SEEK_SET) }
        return try descriptor.read(into: &bytes)
    }
}
