// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin) || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

/// The programs that tests run; they are built beside the tests.
public enum BuiltProgram {
    /// Where the program with this name is.
    public static func named(_ name: String) -> URL {
        #if canImport(Darwin)
            let tests = Bundle(for: Mark.self).bundleURL
        #else
            let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: name)
    }

    #if canImport(Darwin)
        /// What is linked into the tests.
        private final class Mark {}
    #endif
}
