// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CQRencode
import CommandShell

/// A text as squares that a camera reads (ISO/IEC 18004), with error correction of level M.
struct QRCode {
    /// How many modules a side has, without the quiet zone.
    let size: Int
    /// Whether each module is dark, row by row.
    private let modules: [Bool]

    /// The light modules that a reader needs around the code.
    static let quietZone = 4

    /// Encodes `text`, which is far shorter than any code's limit.
    init(of text: String) throws(CommandError) {
        // Version 0 is the smallest that holds it; the last argument keeps lower case as it is.
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            throw CommandError(.failure, name: "noCode", "the QR code can't be made")
        }
        defer { unsafe QRcode_free(code) }
        let size = unsafe Int(code.pointee.width)
        // The array has a byte a module, whose lowest bit says that it is dark.
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
            .map { $0 & 1 == 1 }
        self.size = size
    }

    /// Whether the module is dark; those of the quiet zone, and all beyond, are light.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        guard 0..<size ~= row, 0..<size ~= column else { return false }
        return modules[row * size + column]
    }

    /// The rows or columns with the quiet zone.
    var places: Range<Int> { -Self.quietZone..<size + Self.quietZone }
}
