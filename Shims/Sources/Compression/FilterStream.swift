// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CCompression
import Foundation

/// A stream that is fed with data and gives pieces of the result.
@safe
final class FilterStream {
    private let stream: UnsafeMutablePointer<compression_stream>
    private let room: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// Whether the result has come to its end.
    private(set) var hasEnded = false

    init(_ operation: FilterOperation, _ algorithm: Algorithm, capacity: Int) throws(FilterError) {
        self.capacity = min(max(capacity, 1), 1 << 24)
        unsafe room = .allocate(capacity: self.capacity)
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(
            to: compression_stream(
                dst_ptr: room,
                dst_size: 0,
                src_ptr: UnsafePointer(room),
                src_size: 0,
                state: nil
            )
        )
        let status = unsafe compression_stream_init(
            stream,
            operation.rawValue,
            algorithm.rawValue
        )
        guard status == COMPRESSION_STATUS_OK else { throw .invalidState }
    }

    deinit {
        _ = unsafe compression_stream_destroy(stream)
        unsafe stream.deallocate()
        unsafe room.deallocate()
    }

    /// Feeds the stream, and hands each piece of the result over; the rest after the end is left.
    func process(_ data: Data, isLast: Bool, _ take: (Data) throws -> Void) throws {
        var data = data
        repeat {
            let piece = try advance(&data, isLast: isLast)
            if !piece.isEmpty { try take(piece) }
            if piece.count < capacity { break }
        } while !hasEnded
    }

    /// Uses up data as far as one piece of the result has room, which has `most` bytes at most.
    func advance(
        _ data: inout Data,
        isLast: Bool,
        most: Int = .max
    ) throws(FilterError) -> Data {
        guard !hasEnded else { return Data() }
        let capacity = min(capacity, most)
        let status = unsafe data.withUnsafeBytes { source in
            let start = unsafe source.bindMemory(to: UInt8.self).baseAddress
            unsafe stream.pointee.src_ptr = start ?? UnsafePointer(room)
            unsafe stream.pointee.src_size = source.count
            unsafe stream.pointee.dst_ptr = room
            unsafe stream.pointee.dst_size = capacity
            let flags = isLast ? Int32(bitPattern: COMPRESSION_STREAM_FINALIZE.rawValue) : 0
            return unsafe compression_stream_process(stream, flags)
        }
        guard status != COMPRESSION_STATUS_ERROR else { throw .invalidData }
        hasEnded = status == COMPRESSION_STATUS_END
        data = unsafe data.suffix(stream.pointee.src_size)
        return unsafe Data(bytes: room, count: capacity - stream.pointee.dst_size)
    }
}
