// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads `-? (0 | [1-9] [0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
    mutating func number() throws(JSONError) {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        append(.number, from: start)
    }

    private mutating func digits() throws(JSONError) {
        guard try isDigit(currentByte()) else { throw .unexpectedByte(at: position) }
        while position < bytes.count, isDigit(bytes[position]) { position &+= 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }
}
