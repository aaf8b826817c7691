// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is open for reading, closed when its owner goes.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let isOurs: Bool

    /// Opens the file at `path`; errors say `what` it is, since a path may tell a name.
    package init(_ path: String, _ what: String) throws(CommandError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        isOurs = true
        guard descriptor >= 0 else { throw Self.failed(what) }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        isOurs = false
    }

    /// Standard input, which stays open.
    package static var standardInput: OpenFile { OpenFile(descriptor: STDIN_FILENO) }

    deinit {
        if isOurs, descriptor >= 0 { close(descriptor) }
    }

    /// Whether somebody would have to type what is read.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether it is a plain file of somebody else than us and root.
    package var isForeign: Bool { status.map { $0.st_uid != geteuid() && $0.st_uid != 0 } ?? false }

    /// Whether it is a plain file that others may use; one of root's may be readable by a group, which is how a service
    /// manager gives it to us.
    package var isOpenToOthers: Bool {
        status.map { $0.st_mode & ($0.st_uid == geteuid() ? 0o077 : 0o037) != 0 } ?? false
    }

    /// What the system says of a plain file; pipes and terminals have nothing to be asked.
    private var status: stat? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return status
    }

    /// Fills `target` from `start` on, as far as the file goes, and says how far it is filled.
    package func read(
        into target: inout MutableSpan<UInt8>,
        from start: Int = 0,
        _ what: String
    ) throws(CommandError) -> Int {
        var filled = start
        while filled < target.count {
            let descriptor = descriptor
            let count = unsafe target.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                return unsafe systemRead(descriptor, rest.baseAddress, rest.count)
            }
            if count == 0 { break }
            if count < 0, errno != EINTR { throw Self.failed(what) }
            filled += max(count, 0)
        }
        return filled
    }

    private static func failed(_ what: String) -> CommandError {
        let reason =
            switch errno {
            case ENOENT: "no such file"
            case EACCES, EPERM: "permission denied"
            case EISDIR: "it is a folder"
            default: "system error \(errno)"
            }
        return .usage("the \(what) can't be read: \(reason)")
    }
}

/// The system's `read`, which the method above hides by its name.
@unsafe
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    unsafe read(descriptor, bytes, count)
}
