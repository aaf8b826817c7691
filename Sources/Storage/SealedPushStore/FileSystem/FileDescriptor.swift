// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file or folder, closed when its owner goes.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Opens `path`, not through a link, and never waits for the other end of a pipe.
    init(opening path: String, _ flags: Int32, mode: mode_t = 0) throws(FileError) {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        number = try POSIXCall.result { unsafe open(path, flags, mode) }
    }

    /// Opens `path`, also through links.
    init(following path: String, _ flags: Int32) throws(FileError) {
        number = try POSIXCall.result { unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK) }
    }

    /// Opens `name`, one part of a path, in an open folder, not through a link.
    init(
        opening name: String,
        in folder: borrowing FileDescriptor,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(FileError) {
        let (folder, flags) = (folder.number, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        number = try POSIXCall.result { unsafe openat(folder, name, flags, mode) }
    }

    deinit {
        // Not repeated when interrupted: the number may already belong to another file.
        _ = close(number)
    }

    func status() throws(FileError) -> FileStatus {
        var status = stat()
        try POSIXCall.result { unsafe fstat(number, &status) }
        return FileStatus(status)
    }

    /// Whether this very file stands at `path`; a link is not followed.
    func isAt(_ path: String) throws(FileError) -> Bool {
        var own = stat()
        try POSIXCall.result { unsafe fstat(number, &own) }
        var found = stat()
        try POSIXCall.result { unsafe lstat(path, &found) }
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// The names in the folder, by `readdir`, without `.` and `..`.
    func names() throws(FileError) -> [String] {
        // The stream owns its descriptor, so it gets one of its own.
        let own = try POSIXCall.result {
            unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(own) else {
            let code = errno
            _ = close(own)
            throw FileError(code: code)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno != EINTR else { continue }
                guard errno == 0 else { throw FileError(code: errno) }
                return names
            }
            // The name ends in a zero byte inside the entry, which stays valid until the next
            // `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Fills `bytes` as far as the file goes.
    func read(into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        var filled = 0
        while filled < bytes.count {
            let count = try POSIXCall.result {
                unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                    return unsafe systemRead(number, rest)
                }
            }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    func write(_ bytes: Span<UInt8>) throws(FileError) {
        var written = 0
        while written < bytes.count {
            written += try POSIXCall.result {
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    let rest = unsafe UnsafeBufferPointer(rebasing: buffer[written...])
                    return unsafe systemWrite(number, rest)
                }
            }
        }
    }

    /// Waits until what was written is on the medium.
    func sync() throws(FileError) {
        #if canImport(Darwin)
            // fsync(2) there stops at the drive's cache; not every volume knows the stronger
            // request.
            if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        try POSIXCall.result { fsync(number) }
    }

    #if os(Linux)
        /// Waits until all that was written to the file system is on the medium.
        func syncFileSystem() throws(FileError) {
            try POSIXCall.result { syncfs(number) }
        }
    #endif
}

// The methods above hide the functions of the same name.

@unsafe
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

@unsafe
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
