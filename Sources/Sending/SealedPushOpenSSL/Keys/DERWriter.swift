// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Writes DER (X.690) in memory that is wiped, from its end to its beginning: so each length is known when it is written.
struct DERWriter: ~Copyable {
    private var memory: WipedBytes
    private var start: Int

    /// Makes room for `capacity` bytes.
    init(capacity: Int) {
        memory = WipedBytes(count: capacity)
        start = capacity
    }

    /// Writes bytes before what is there.
    mutating func write(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= start, "there is room for all parts")
        start -= bytes.count
        let start = start
        unsafe memory.withMutableCBytes { memory in
            for index in bytes.indices { unsafe memory[start + index] = bytes[index] }
        }
    }

    /// Writes bytes that are no secret.
    mutating func write(_ bytes: [UInt8]) {
        write(bytes.span)
    }

    /// Writes an element, whose content is what `content` writes: the last part first.
    mutating func write(_ tag: UInt8, _ content: (inout DERWriter) -> Void) {
        let end = start
        content(&self)
        let count = end - start
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        let short = Array(length.drop { $0 == 0 })
        write(count < 0x80 ? [tag, UInt8(count)] : [tag, 0x80 | UInt8(short.count)] + short)
    }

    /// Writes a number, which stands big-endian in `number` without zeros before it.
    mutating func write(number: Span<UInt8>) {
        write(DERReader.integer) { writer in
            writer.write(number)
            // Else it would be negative.
            if number[0] >= 0x80 { writer.write([0]) }
        }
    }

    /// What was written.
    consuming func finish() -> WipedBytes {
        let start = start
        return memory.withBytes { WipedBytes(copying: $0.extracting(droppingFirst: start)) }
    }
}
