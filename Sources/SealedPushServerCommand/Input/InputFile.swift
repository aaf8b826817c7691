// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that an argument names.
struct InputFile: ExpressibleByArgument {
    /// More than any file that this command reads: a million devices.
    private static let limit = 256 << 20

    let path: String

    init(argument: String) {
        path = argument
    }

    /// The whole file; errors say `what` it is.
    func read(_ what: String) throws(CommandError) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .usage("the \(what) can't be read")
        }
        guard data.count <= Self.limit else { throw .usage("the \(what) is too large") }
        return Array(data)
    }

    /// The lines of the file that are not blank, with their numbers from 1.
    func lines(_ what: String) throws(CommandError) -> [(number: Int, bytes: [UInt8])] {
        let all = try read(what).split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        return all.enumerated().compactMap { index, line in
            let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            return isBlank ? nil : (index + 1, Array(line))
        }
    }
}
