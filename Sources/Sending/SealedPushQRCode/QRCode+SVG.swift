// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// The code as an SVG picture: a white ground, and a rectangle for each run of dark modules in
    /// a row.
    package var svg: String {
        let side = places.count
        let runs = (0..<size).flatMap { row in
            darkRuns(in: row).map { run in
                "<rect x=\"\(run.lowerBound + quietZone)\" y=\"\(row + quietZone)\""
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
