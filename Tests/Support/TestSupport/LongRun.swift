// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The long form of tests that take a sample in `make test`.
public enum LongRun {
    /// True if `make long` runs the tests.
    public static let isOn = ProcessInfo.processInfo.environment["SEALEDPUSH_LONG"] == "1"
}
