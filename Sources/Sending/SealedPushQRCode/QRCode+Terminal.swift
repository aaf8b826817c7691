// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// The columns of a terminal that the text needs.
    package var columns: Int { places.count }

    /// The code as lines of characters, each of them two modules, one above the other.
    ///
    /// The characters draw the light modules. In colours they are white on black, whatever the
    /// terminal has; without, they are right on a dark terminal, and on a light one inverted, which
    /// most readers take as well.
    package func terminal(colored: Bool) -> String {
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
