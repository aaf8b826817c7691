// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// Whether it is a digit of ASCII.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a letter or a digit of ASCII.
    var isLetterOrDigit: Bool { isDigit || (0x41...0x5A).contains(self & 0xDF) }
}
