// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import Synchronization

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
    ///
    /// Opening a pipe does not wait for a writer. A read of it waits for as long as ``InputTime``
    /// says.
    package init(_ path: String, _ what: String) throws(CommandError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        isOurs = true
        guard descriptor >= 0 else { throw Self.failed(what) }
        // A read waits, once it is known that something comes.
        _ = fcntl(descriptor, F_SETFL, 0)
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

    /// Whether the input is a terminal, so that a person would have to type it.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether it is a plain file that belongs neither to this user nor to root.
    package var isForeign: Bool { status.map { $0.st_uid != geteuid() && $0.st_uid != 0 } ?? false }

    /// Whether it is a plain file that others may use; one of root's may be readable by a group,
    /// which is how a service manager gives it to us.
    package var isOpenToOthers: Bool {
        status.map { $0.st_mode & ($0.st_uid == geteuid() ? 0o077 : 0o037) != 0 } ?? false
    }

    /// How many bytes a plain file has.
    package var size: Int? { status.map { Int($0.st_size) } }

    /// What the system says of a plain file; pipes and terminals have nothing to be asked.
    private var status: stat? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return status
    }

    /// Fills `target` as far as the file goes, and says how far that is.
    package func read(
        into target: inout MutableSpan<UInt8>,
        _ what: String,
        within time: InputTime = .ofCommand
    ) throws(CommandError) -> Int {
        var filled = 0
        while filled < target.count {
            let descriptor = descriptor
            guard time.wait(for: descriptor) else {
                throw .usage(
                    "the \(what) did not come in time",
                    hint: "put into a file what comes slowly; see that something writes to the pipe"
                )
            }
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

    /// The next bytes, as soon as there are some: empty at the end, nil if none come within `time`.
    ///
    /// A pipe that has had no writer yet is not at its end.
    func readSome(_ what: String, within time: Duration) throws(CommandError) -> [UInt8]? {
        let descriptor = descriptor
        guard InputTime.poll(descriptor, for: time) == true else { return nil }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe piece.withUnsafeMutableBytes { bytes in
            unsafe systemRead(descriptor, bytes.baseAddress, bytes.count)
        }
        if count >= 0 { return Array(piece[..<count]) }
        guard errno == EINTR || errno == EAGAIN else { throw Self.failed(what) }
        return nil
    }

    private static func failed(_ what: String) -> CommandError {
        .usage("the \(what) can't be read: \(SystemReason.words(errno))")
    }
}

/// The system's `read`, which the method above hides by its name.
@unsafe
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    unsafe read(descriptor, bytes, count)
}

/// The time that a command waits for its pipes, all of them together.
///
/// A pipe without a writer holds up a command for no longer. Input from a terminal has no limit.
package final class InputTime: Sendable {
    /// The command's own: a minute, unless it says another.
    package static let ofCommand = InputTime(.seconds(60))

    private let left: Mutex<Duration>

    package init(_ duration: Duration) {
        left = Mutex(duration)
    }

    /// Sets the time that is left.
    package func limit(to duration: Duration) {
        left.withLock { $0 = duration }
    }

    /// Waits until a read returns at once; false if the time is over before.
    func wait(for descriptor: Int32) -> Bool {
        if Self.poll(descriptor, for: .zero) == true { return true }
        let isTyped = isatty(descriptor) == 1
        while true {
            let limit = isTyped ? .seconds(3600) : left.withLock(\.self)
            guard limit > .zero else { return false }
            let start = ContinuousClock.now
            let answer = Self.poll(descriptor, for: limit)
            if !isTyped { left.withLock { $0 -= start.duration(to: .now) } }
            if answer == true { return true }
        }
    }

    /// Whether a read returns at once within a time, be it with an error; nil after a signal.
    static func poll(_ descriptor: Int32, for duration: Duration) -> Bool? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up: a wait of less than a millisecond would be none.
        let milliseconds = Int32(clamping: Int((duration / .milliseconds(1)).rounded(.up)))
        let count = unsafe systemPoll(&request, 1, milliseconds)
        guard count < 0 else { return count > 0 }
        return errno == EINTR ? nil : true
    }
}

/// The system's `poll`, which the method above hides by its name.
@unsafe
private func systemPoll(
    _ requests: UnsafeMutablePointer<pollfd>,
    _ count: nfds_t,
    _ milliseconds: Int32
) -> Int32 {
    unsafe poll(requests, count, milliseconds)
}
