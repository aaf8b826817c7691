// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A message, written as a literal with values in it.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A message without values, which is shown whole.
    public init(stringLiteral value: String) {
        text = value
    }

    /// A message with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}
