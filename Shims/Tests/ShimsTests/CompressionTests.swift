// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Compression
import Foundation
import Testing

struct CompressionTests {
    /// A text, and what Python's zlib makes of it without a header.
    private static let text = Data(
        Array(repeating: "Dinner at eight? ", count: 20).joined().utf8
    )
    private static let deflated =
        Data(base64Encoded: "c8nMy0stUkgsUUjNTM8osVdwGRWgVAAA") ?? Data()

    private static func decode(
        _ data: Data,
        room: Int,
        _ algorithm: compression_algorithm = COMPRESSION_ZLIB
    ) -> Data {
        var target = [UInt8](repeating: 0, count: room)
        let source = [UInt8](data)
        let count = unsafe compression_decode_buffer(
            &target,
            room,
            source,
            source.count,
            nil,
            algorithm
        )
        return Data(target.prefix(count))
    }

    @Test func `a buffer is decompressed as far as there is room`() {
        #expect(Self.decode(Self.deflated, room: 1000) == Self.text)
        for room in [1, 100, 339, 340] {
            #expect(Self.decode(Self.deflated, room: room) == Self.text.prefix(room), "\(room)")
        }
        // What follows the end, such as a checksum, is left.
        #expect(Self.decode(Self.deflated + [1, 2, 3, 4], room: 1000) == Self.text)
    }

    @Test func `a damaged or cut buffer gives nothing, or another text`() {
        for length in 0..<Self.deflated.count {
            #expect(Self.decode(Self.deflated.prefix(length), room: 1000) == Data(), "\(length)")
        }
        for place in Self.deflated.indices {
            for bit in 0..<8 {
                var changed = Self.deflated
                changed[place] ^= 1 << UInt8(bit)
                #expect(Self.decode(changed, room: 4000).count <= 4000)
            }
        }
    }

    @Test func `a buffer without room is not compressed`() {
        let source = [UInt8](Self.text)
        var target = [UInt8](repeating: 0, count: 1000)
        let count = unsafe compression_encode_buffer(
            &target,
            target.count,
            source,
            source.count,
            nil,
            COMPRESSION_ZLIB
        )
        #expect(Self.decode(Data(target.prefix(count)), room: 1000) == Self.text)
        let none = unsafe compression_encode_buffer(
            &target,
            count - 1,
            source,
            source.count,
            nil,
            COMPRESSION_ZLIB
        )
        #expect(none == 0)
    }

    @Test(
        arguments: [
            COMPRESSION_LZFSE, COMPRESSION_LZ4, COMPRESSION_LZ4_RAW, COMPRESSION_LZMA,
            COMPRESSION_LZBITMAP, COMPRESSION_BROTLI,
        ].map(\.rawValue)
    )
    func `an algorithm that is absent is refused by each function`(_ number: UInt32) {
        let algorithm = compression_algorithm(number)
        let source = [UInt8](Self.text)
        var target = [UInt8](repeating: 7, count: 1000)
        let count = unsafe compression_encode_buffer(
            &target,
            1000,
            source,
            source.count,
            nil,
            algorithm
        )
        #expect(count == 0 && target == [UInt8](repeating: 7, count: 1000))
        #expect(Self.decode(Self.deflated, room: 1000, algorithm) == Data())
        guard let known = Algorithm(rawValue: algorithm) else {
            #expect(algorithm == COMPRESSION_LZ4_RAW)
            return
        }
        #expect(throws: FilterError.invalidState) {
            try OutputFilter(.compress, using: known) { _ in }
        }
        #expect(throws: FilterError.invalidState) {
            try InputFilter(.decompress, using: known) { _ -> Data? in nil }
        }
    }

    @Test(arguments: [NSData.CompressionAlgorithm.lzfse, .lz4, .lzma])
    func `data is not compressed by an absent algorithm`(
        _ algorithm: NSData.CompressionAlgorithm
    ) {
        let data = NSData(data: Self.text)
        #expect { try data.compressed(using: algorithm) } throws: { ($0 as NSError).code == 5376 }
        #expect { try data.decompressed(using: algorithm) } throws: { ($0 as NSError).code == 5377 }
    }

    @Test(arguments: [0, 1, 17, 65_536, 200_000])
    func `data of any size comes back`(_ count: Int) throws {
        var state: UInt32 = 1
        let data = Data(
            (0..<count).map { place in
                state = state &* 1_664_525 &+ 1_013_904_223
                return place % 3 == 0 ? UInt8(state >> 24) : 7
            }
        )
        let compressed = try NSData(data: data).compressed(using: .zlib)
        #expect(compressed.length > 0)
        #expect(try compressed.decompressed(using: .zlib) as Data == data)
        let changed = NSMutableData(data: data)
        try changed.compress(using: .zlib)
        #expect(changed == compressed)
        try changed.decompress(using: .zlib)
        #expect(changed as Data == data)
    }

    @Test func `data that is cut is refused`() {
        for length in 0..<Self.deflated.count {
            let cut = NSData(data: Self.deflated.prefix(length))
            #expect { try cut.decompressed(using: .zlib) } throws: { ($0 as NSError).code == 5377 }
        }
    }

    @Test(arguments: [1, 5, 100_000])
    func `filters give the same in pieces of any size`(_ size: Int) throws {
        var (written, ends) = (Data(), 0)
        let filter = try OutputFilter(.decompress, using: .zlib, bufferCapacity: size) { part in
            if let part { written.append(part) } else { ends += 1 }
        }
        for byte in Self.deflated { try filter.write(Data([byte])) }
        try filter.finalize()
        try filter.finalize()
        #expect(written == Self.text)
        #expect(ends == 1)
        #expect(throws: FilterError.invalidState) { try filter.write(Data([1])) }

        var rest = Self.deflated
        let input = try InputFilter(.decompress, using: .zlib, bufferCapacity: size) { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        var read = Data()
        while let part = try input.readData(ofLength: 7) {
            #expect(part.count <= 7)
            read += part
        }
        #expect(read == Self.text)
        #expect(try input.readData(ofLength: 7) == nil)
    }

    @Test(arguments: [1, 7, 4096, 100_000])
    func `what is read compressed is decompressed again`(_ size: Int) throws {
        let data = Data((0..<30_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })
        var rest = data
        let input = try InputFilter(.compress, using: .zlib, bufferCapacity: 1000) { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        var compressed = Data()
        while let part = try input.readData(ofLength: size) {
            #expect(part.count <= size)
            compressed += part
        }
        #expect(try NSData(data: compressed).decompressed(using: .zlib) as Data == data)
    }

    @Test func `little data that becomes much is read in little memory`() async {
        await #expect(processExitsWith: .success) {
            var bomb = Data()
            let filter = try OutputFilter(.compress, using: .zlib) { bomb += $0 ?? Data() }
            for _ in 0..<64 { try filter.write(Data(count: 1 << 20)) }
            try filter.finalize()
            #expect(bomb.count < 1 << 17)
            let input = try InputFilter(.decompress, using: .zlib) { count in
                defer { bomb = bomb.dropFirst(count) }
                return bomb.prefix(count)
            }
            let before = try CompressionTests.peakMemory()
            var count = 0
            while let part = try input.readData(ofLength: 4096) {
                count += part.count
                if count > 4096, count < 1 << 26 { continue }
                try #require(try CompressionTests.peakMemory() - before < 8192)
            }
            #expect(count == 1 << 26)
        }
    }

    /// The most memory that this process had at once, in KiB.
    fileprivate static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test func `a stream goes on with small buffers`() {
        let source = [UInt8](Self.deflated)
        var result: [UInt8] = []
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        defer { unsafe room.deallocate() }
        unsafe source.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            var stream = unsafe compression_stream(
                dst_ptr: room,
                dst_size: 16,
                src_ptr: start,
                src_size: buffer.count,
                state: nil
            )
            var status = unsafe compression_stream_init(
                &stream,
                COMPRESSION_STREAM_DECODE,
                COMPRESSION_ZLIB
            )
            while status == COMPRESSION_STATUS_OK, result.count < 1000 {
                unsafe stream.dst_ptr = room
                unsafe stream.dst_size = 16
                let flags = Int32(COMPRESSION_STREAM_FINALIZE.rawValue)
                status = unsafe compression_stream_process(&stream, flags)
                let count = unsafe 16 - stream.dst_size
                for place in 0..<count { result.append(unsafe room[place]) }
            }
            #expect(status == COMPRESSION_STATUS_END)
            #expect(unsafe compression_stream_destroy(&stream) == COMPRESSION_STATUS_OK)
            let again = unsafe compression_stream_process(&stream, 0)
            #expect(again == COMPRESSION_STATUS_ERROR)
        }
        #expect(Data(result) == Self.text)
    }
}
