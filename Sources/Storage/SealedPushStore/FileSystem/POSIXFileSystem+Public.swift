// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension POSIXFileSystem {
    /// The first `limit` bytes of a file that others may own and read, or nil if there is none.
    ///
    /// Only a plain file is read, never a link, a pipe or a device: a call can't hang.
    package func readPublic(_ file: String, upTo limit: Int) throws(StoreError) -> [UInt8]? {
        do throws(FileError) {
            let descriptor = try FileDescriptor(opening: file, O_RDONLY)
            switch try descriptor.status().kind {
            case .file: break
            case .link, .folder, .other: throw .refused(.unexpectedKind)
            }
            var bytes = [UInt8](repeating: 0, count: limit)
            var span = bytes.mutableSpan
            let count = try descriptor.read(into: &span)
            bytes.removeSubrange(count...)
            return bytes
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads a credential of a service manager, checked on the very file that was opened.
    func readCredential(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(opening: file, O_RDONLY)
        try descriptor.status().checkCredential()
        return try descriptor.read(into: &bytes)
    }

    /// Reads a file that a service manager may have given, checked on the very file that was
    /// opened; Kubernetes gives links.
    package func readGiven(
        _ file: String,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int {
        let descriptor = try FileDescriptor(following: file, O_RDONLY)
        try descriptor.status().checkGiven()
        return try descriptor.read(into: &bytes)
    }

    /// The names in a folder that need not be a store's, or nil if there is no folder.
    package func publicNames(in folder: String) throws(StoreError) -> [String]? {
        do throws(FileError) {
            return try names(in: folder)
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
    }
}
