// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore
import StoreTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Folders and files with what they hold, which can be put on any disk.
package struct FolderImage: Sendable {
    /// A file or a folder.
    package struct Node: Sendable {
        /// Where it stands, from the image's top folder.
        package let path: String
        /// What a file holds; nil for a folder.
        package let contents: [UInt8]?
        /// Whether it last changed more than an hour before the image was taken.
        let isOld: Bool
    }

    /// All there is, each folder before what is in it.
    package private(set) var nodes: [Node] = []

    private static let hour: Int64 = 3600
    private static let fileLimit = 1 << 17

    /// An image of nothing.
    package init() {}

    /// Takes an image of what is in the folder `root`.
    package init(of root: String, on files: any StoreFileSystem, now: Int64) throws(FileError) {
        try add("", below: root, on: files, now: now)
    }

    private mutating func add(
        _ folder: String,
        below root: String,
        on files: any StoreFileSystem,
        now: Int64
    ) throws(FileError) {
        for name in try files.names(in: root + folder + "/").sorted() {
            let path = "\(folder)/\(name)"
            let status = try files.status(of: root + path)
            let isOld = status.modified <= now - Self.hour
            if status.kind == .folder {
                nodes.append(Node(path: path, contents: nil, isOld: isOld))
                try add(path, below: root, on: files, now: now)
            } else {
                let contents = try files.contents(of: root + path, upTo: Self.fileLimit)
                nodes.append(Node(path: path, contents: contents, isOld: isOld))
            }
        }
    }

    /// Puts everything into the folder `root` of the real file system.
    package func place(in root: String) throws(FileError) {
        let files = POSIXFileSystem()
        for node in nodes {
            if let contents = node.contents {
                try files.create(root + node.path, contents: contents.span)
            } else {
                try files.makeFolder(root + node.path)
            }
        }
        for node in nodes.reversed() where node.isOld { Self.age(root + node.path) }
    }

    /// Lets a file or folder have changed two hours ago.
    private static func age(_ path: String) {
        var times = [timespec(), timespec()]
        let seconds = time(nil) - 2 * Int(hour)
        times[0].tv_sec = seconds
        times[1].tv_sec = seconds
        _ = unsafe utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW)
    }
}

extension StoreFileSystem {
    /// All that a file of at most `limit` bytes holds.
    package func contents(of file: String, upTo limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var span = bytes.mutableSpan
        let count = try read(file, into: &span)
        bytes.removeSubrange(count...)
        return bytes
    }
}
