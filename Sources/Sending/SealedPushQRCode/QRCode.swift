// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CQRencode

/// A text as squares that a camera reads (ISO/IEC 18004), with light modules around it.
package struct QRCode {
    /// The share of a code that a reader does without, for stains and gloss; more makes it larger.
    package enum Correction: Sendable {
        /// 7 of 100: for screens.
        case low
        /// 15 of 100: for pictures that may be printed.
        case medium

        fileprivate var level: QRecLevel {
            switch self {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            }
        }
    }

    /// How many modules a side has, without the quiet zone.
    let size: Int
    /// How many light modules are around the code on each side.
    let quietZone: Int
    /// Whether each module is dark, row by row.
    private let modules: [Bool]

    /// Encodes a text in the smallest code that holds it.
    ///
    /// Gives nil for a text that no code holds: the largest has room for 2,953 bytes at `.low`, and
    /// for 2,331 at `.medium`.
    ///
    /// - Parameters:
    ///   - text: The text, without a zero byte.
    ///   - correction: The share that a reader does without.
    ///   - quietZone: The light modules on each side: 4 by the standard, while 2 are enough for
    ///     cameras where room is short.
    package init?(of text: String, correction: Correction = .medium, quietZone: Int = 4) {
        // Version 0 is the smallest that holds it; the last argument keeps lower case as it is.
        guard let code = unsafe QRcode_encodeString(text, 0, correction.level, QR_MODE_8, 1) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        let size = unsafe Int(code.pointee.width)
        // The array has a byte a module, whose lowest bit says that it is dark.
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
            .map { $0 & 1 == 1 }
        self.size = size
        self.quietZone = quietZone
    }

    /// Whether the module is dark; those of the quiet zone, and all beyond, are light.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        guard 0..<size ~= row, 0..<size ~= column else { return false }
        return modules[row * size + column]
    }

    /// The rows or columns with the quiet zone.
    var places: Range<Int> { -quietZone..<size + quietZone }
}
