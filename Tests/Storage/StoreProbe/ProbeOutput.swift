// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The probe's standard streams, without buffers that a kill would lose.
enum ProbeOutput {
    /// Writes a line with a number.
    static func tell(_ number: Int) {
        let line = Array("\(number)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }

    /// Returns when standard input has ended.
    static func waitForEnd() {
        var byte: UInt8 = 0
        while unsafe read(0, &byte, 1) > 0 {}
    }
}
