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

extension QRCode {
    /// The code as lines of characters, each of them two modules, one above the other.
    ///
    /// The characters draw the light modules. In colours they are white on black, whatever the
    /// terminal has; without, they are right on a dark terminal, and on a light one inverted, which
    /// most readers take as well.
    func text(colored: Bool) -> String {
        stride(from: places.lowerBound, to: places.upperBound, by: 2)
            .map { row in
                let line = places.map { character(row, $0) }.joined()
                return colored ? "\u{1B}[38;5;231;48;5;16m\(line)\u{1B}[0m" : line
            }
            .joined(separator: "\n")
    }

    private func character(_ row: Int, _ column: Int) -> String {
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): "\u{2588}"
        case (false, true): "\u{2580}"
        case (true, false): "\u{2584}"
        case (true, true): " "
        }
    }
}

extension QRCode {
    /// The code as an SVG picture: a white ground, and a rectangle for each run of dark modules in
    /// a row.
    var svg: String {
        let side = places.count
        let runs = (0..<size).flatMap { row in
            darkRuns(in: row).map { run in
                "<rect x=\"\(run.lowerBound + Self.quietZone)\" y=\"\(row + Self.quietZone)\""
                    + " width=\"\(run.count)\" height=\"1\"/>"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            width="\(side * 8)" height="\(side * 8)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="#ffffff"/>
            <g fill="#000000">
            \(runs.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    /// Writes the picture to a new file.
    func writeSVG(to path: String) throws(CommandError) {
        try OutputFile(path, "picture").make(Array(svg.utf8))
    }

    private func darkRuns(in row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<size where isDark(row, column) {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}
