// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import Synchronization

/// One end of a socket that carries frames: four bytes of length, most significant first, and the
/// bytes.
///
/// Any thread may send; one receives.
final class FrameChannel: Sendable {
    /// How many bytes a frame may have: 16 MiB, far beyond any notification.
    static let byteLimit = 16 << 20

    private let descriptor: Int32
    private let sending = Mutex(())

    /// Takes an open socket over, and closes it in the end.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Two connected ends, as descriptors that no other program inherits.
    ///
    /// - Throws: what the system says where it has none left.
    static func pair() throws(SystemError) -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError(errno) }
        return (ends[0], ends[1])
    }

    /// Gives up on a receiver that takes nothing for so long.
    func limitSending(to seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Ends the conversation for both sides; what was sent can still be received.
    func hangUp() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends a frame whole.
    ///
    /// - Throws: `EMSGSIZE` for one that is too large, `EAGAIN` where the receiver takes nothing,
    ///   else what the system says.
    func send(_ frame: [UInt8]) throws(SystemError) {
        guard frame.count <= Self.byteLimit else { throw SystemError(EMSGSIZE) }
        let count = UInt32(frame.count)
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + frame
        let code = sending.withLock { _ in write(bytes) }
        if code != 0 { throw SystemError(code) }
    }

    /// Writes all bytes; gives the error's number, or 0.
    private func write(_ bytes: [UInt8]) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { rest in
                let flags = Int32(MSG_NOSIGNAL)
                return unsafe Foundation.send(descriptor, rest.baseAddress, rest.count, flags)
            }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// What came of waiting for a frame.
    enum Reception: Equatable {
        case frame([UInt8])
        /// The other side is gone.
        case end
        /// What the other side sends is no frame.
        case garbage
    }

    /// Waits for a frame.
    func receive() -> Reception {
        guard let head = read(4) else { return .end }
        let count = head.reduce(0) { $0 << 8 | Int($1) }
        guard count <= Self.byteLimit else { return .garbage }
        return read(count).map { .frame($0) } ?? .end
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe recv(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            if got > 0 {
                filled += got
            } else if got == 0 || errno != EINTR {
                return nil
            }
        }
        return bytes
    }
}
