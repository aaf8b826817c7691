// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that stays the same one while it is swept, whatever another user puts at its path.
///
/// Every name is one part, taken from the open folder itself, and no link is followed.
package struct OpenFolder: SweptFolder, ~Copyable {
    private let descriptor: FileDescriptor

    /// Opens the folder at `path`; its last part is no link.
    package init(at path: String) throws(FileError) {
        descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    }

    private init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    package func status() throws(FileError) -> FileStatus {
        try descriptor.status()
    }

    package func names() throws(FileError) -> [String] {
        try descriptor.names()
    }

    package func status(of name: String) throws(FileError) -> FileStatus {
        var status = stat()
        try POSIXCall.result {
            unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        return FileStatus(status)
    }

    package func folder(_ name: String) throws(FileError) -> OpenFolder {
        OpenFolder(try FileDescriptor(opening: name, in: descriptor, O_RDONLY | O_DIRECTORY))
    }

    package func unlink(_ name: String) throws(FileError) {
        try POSIXCall.result { unsafe unlinkat(descriptor.number, name, 0) }
    }

    package func removeFolder(_ name: String) throws(FileError) {
        try POSIXCall.result { unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }
}
