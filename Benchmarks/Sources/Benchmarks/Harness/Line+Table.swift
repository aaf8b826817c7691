// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Line {
    /// The heads of the table's columns.
    static let tableHead = row("", "measured", "limit", "ratio", "")

    /// The line as a row of the table.
    var tableRow: String {
        Self.row(
            name,
            text(value),
            limit.map(text) ?? "",
            ratio.map { Self.decimals($0) + (bound.map { " (\($0.text))" } ?? "") } ?? "",
            isWithinLimit ? "" : "MISSED"
        )
    }

    private func text(_ value: Double) -> String {
        switch unit {
        case .nanoseconds where value < 1e6: Self.decimals(value / 1e3) + " us"
        case .nanoseconds: Self.decimals(value / 1e6) + " ms"
        case .bytes: Self.decimals(value / 1e6) + " MB"
        case .count: String(format: "%.0f", value)
        case .perSecond: String(format: "%.0f/s", value)
        }
    }

    fileprivate static func decimals(_ value: Double) -> String {
        String(format: "%.2f", value)
    }

    private static func row(
        _ name: String,
        _ value: String,
        _ limit: String,
        _ ratio: String,
        _ verdict: String
    ) -> String {
        func left(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return left(name, 44) + right(value, 12) + right(limit, 12) + right(ratio, 20) + "  "
            + verdict
    }
}

extension Line.Bound {
    fileprivate var text: String {
        switch self {
        case .atMost(let value): "<= \(Line.decimals(value))"
        case .atLeast(let value): ">= \(Line.decimals(value))"
        }
    }
}
